// `--help`: what the program is for, then its options by group, each with its default and environment variable.

import type { ConfigShape, OptionSpec } from './option-spec.ts';
import { type ValueKind, valueKind, writeValue } from './value-kind.ts';

export interface ProgramTexts {
  readonly name: string;
  readonly description?: string;
}

const PLACEHOLDERS: Readonly<Record<ValueKind, string>> = {
  boolean: '',
  number: ' <n>',
  list: ' <a,b>',
  text: ' <text>',
};
const INDENT = ' '.repeat(6);
const DEFAULT_GROUP = 'Options';

export function helpText(program: ProgramTexts, shape: ConfigShape, width = 100): string {
  const lines = [`Usage: ${program.name} [flags]`, ''];
  if (program.description) lines.push(...wrap(program.description, '', width), '');
  for (const [group, specs] of groupsOf(shape)) {
    lines.push(`${group}:`);
    for (const spec of specs) lines.push(`  ${headline(spec)}`, ...wrap(explanation(spec), INDENT, width));
    lines.push('');
  }
  lines.push(
    'Flags may be written with one or two dashes; booleans take =true or =false. A flag wins over its environment variable.',
    '-h, --help shows this text, --version the version. Exit codes: 0 done, 1 fatal error, 2 wrong usage.',
  );
  return `${lines.join('\n')}\n`;
}

/** Shown options by group, in the order of the shape. */
export function groupsOf(shape: ConfigShape): Map<string, OptionSpec[]> {
  const groups = new Map<string, OptionSpec[]>();
  for (const spec of Object.values(shape)) {
    if (spec.hidden) continue;
    const group = spec.group ?? DEFAULT_GROUP;
    groups.set(group, [...(groups.get(group) ?? []), spec]);
  }
  return groups;
}

/** The default as a user would type it; undefined when there is none to show. */
export function shownDefault(spec: OptionSpec): string | undefined {
  if (spec.secret || spec.default === undefined) return undefined;
  return writeValue(spec.default) || undefined;
}

function headline(spec: OptionSpec): string {
  if (spec.flag === undefined) return `${spec.env} (environment only)`;
  return `--${spec.flag}${PLACEHOLDERS[valueKind(spec.schema)]}`;
}

function explanation(spec: OptionSpec): string {
  const notes: string[] = [];
  const fallback = shownDefault(spec);
  if (fallback !== undefined) notes.push(`default: ${fallback}`);
  if (spec.flag !== undefined && spec.env !== undefined) notes.push(`env: ${spec.env}`);
  return notes.length > 0 ? `${spec.help} (${notes.join(', ')})` : spec.help;
}

function wrap(text: string, indent: string, width: number): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(/\s+/)) {
    if (line.length > indent.length && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent;
    }
    line += line.length > indent.length ? ` ${word}` : word;
  }
  lines.push(line);
  return lines;
}
