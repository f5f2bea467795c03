// The reference page of a program, generated from the same shape as its flags.

import { groupsOf, type ProgramTexts, shownDefault } from './help-text.ts';
import type { ConfigShape, OptionSpec } from './option-spec.ts';

export function markdown(program: ProgramTexts, shape: ConfigShape): string {
  const lines = [`# ${program.name}`, ''];
  if (program.description) lines.push(program.description, '');
  for (const [group, specs] of groupsOf(shape)) {
    lines.push(`## ${group}`, '');
    lines.push('| flag | default | environment | chart value | meaning |', '|---|---|---|---|---|');
    lines.push(...specs.map(row), '');
  }
  return lines.join('\n');
}

function row(spec: OptionSpec): string {
  const cells = [
    code(spec.flag && `--${spec.flag}`),
    code(shownDefault(spec)),
    code(spec.env),
    code(spec.chart),
    spec.help.replaceAll('|', '\\|'),
  ];
  return `| ${cells.join(' | ')} |`;
}

function code(text: string | undefined): string {
  return text ? `\`${text.replaceAll('|', '\\|')}\`` : '';
}
