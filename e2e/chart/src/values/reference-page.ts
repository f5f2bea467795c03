// docs/reference/values.md: every value, its default, its classic name and what it means.

import { allValues } from './all-values.ts';
import { CLASSIC_FAMILY_KEYS, CLASSIC_NAMES } from './classic-names.ts';
import type { ValueSpec } from './value-spec.ts';

const HEAD = `# Values of the chart

Generated from the schemas of the programs and of the chart (\`node e2e/chart/src/generate.ts\`); do not edit.

Names are those of the newer of the two charts that users know; the upper-case names of the classic one are accepted and
translated, so an old values file installs. An unknown key stops the installation, and so does a value that asks for
something that is not built yet. A classic name wins over the default of the value it stands for; where both are set and
differ, the installation stops.

Of the blocks \`ipv4\`, \`ipv6\` and \`dual_stack\` of the classic chart the one counts that \`networking.NET_STACK\` names:
`;

export function referencePage(): string {
  const values = allValues();
  const built = values.filter((value) => value.inert !== true && !isSwitchOfLater(value));
  return [
    HEAD,
    ...Object.entries(CLASSIC_FAMILY_KEYS).map(([key, path]) => `- \`${key}\`: \`${path}.v4\`, \`${path}.v6\``),
    '',
    '## Values',
    '',
    '| value | default | classic name | meaning |',
    '|---|---|---|---|',
    ...built.map(row),
    '',
    '## Not built yet',
    '',
    'These features do not exist here yet. Only the listed values install; they change nothing.',
    '',
    '| value | accepted | classic name | feature |',
    '|---|---|---|---|',
    ...values.filter(isSwitchOfLater).map(laterRow),
    '',
    '## Accepted, without effect',
    '',
    '| value | classic name | why |',
    '|---|---|---|',
    ...values
      .filter(({ inert }) => inert)
      .map((value) => `| ${code(value.path)} | ${classicOf(value.path)} | ${cell(value.help)} |`),
    '',
  ].join('\n');
}

export function isSwitchOfLater({ allowed }: ValueSpec): boolean {
  return allowed !== undefined && !BUILT_CHOICES.has(String(allowed[0]));
}

/** Choices of which one is built. */
const BUILT_CHOICES = new Set(['geneve', 'veth-pair']);

function row(value: ValueSpec): string {
  const limits = value.allowed ? ` One of ${value.allowed.map(String).join(', ')}; others are not built yet.` : '';
  const flags = value.flags ? ` (${value.flags.map(code).join(', ')})` : '';
  return `| ${code(value.path)} | ${code(shown(value.default))} | ${classicOf(value.path)} | ${cell(value.help + limits)}${flags} |`;
}

function laterRow(value: ValueSpec): string {
  const accepted = (value.allowed ?? []).map((each) => code(shown(each)) || 'empty').join(', ');
  return `| ${code(value.path)} | ${accepted} | ${classicOf(value.path)} | ${cell(value.help)} |`;
}

function classicOf(path: string): string {
  return CLASSIC_NAMES.filter((name) => name.path === path)
    .map(({ classic }) => code(classic))
    .join(', ');
}

function shown(value: unknown): string {
  if (value === undefined || value === '') return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function code(text: string): string {
  return text === '' ? '' : `\`${text.replaceAll('|', '\\|')}\``;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
