// The reference page of all kinds, in Markdown.

import type { KindSpec } from '../kinds/kind-spec.ts';
import { KINDS } from '../kinds/kinds.ts';
import { type Field, fieldTable } from './field-table.ts';
import { crdManifest } from './manifest.ts';

const HEADER = `# Custom resources

Generated from the schemas in \`packages/crds\`; do not edit. Group \`kubeovn.io\`, version \`v1\`.
A field that is not listed is pruned by the API server. "Constraints" is what the API server checks; what the controller
checks is in [errors.md](../errors.md).
`;

export function referenceMarkdown(): string {
  return `${[HEADER, ...Object.values(KINDS).map(kindSection)].join('\n')}`;
}

function kindSection(kind: KindSpec): string {
  const { openAPIV3Schema } = crdManifest(kind).spec.versions[0]!.schema;
  const fields = fieldTable(openAPIV3Schema).filter((field) => /^\.(spec|status)\./.test(field.path));
  return [
    `## ${kind.kind}\n`,
    `${kind.summary}\n`,
    '| plural | singular | short names | scope | subresources |',
    '|---|---|---|---|---|',
    `| ${kind.plural} | ${kind.singular} | ${kind.shortNames.join(', ') || 'none'} | ${kind.scope} | ${subresources(kind)} |\n`,
    `Columns of \`kubectl get\`: ${kind.columns.map((column) => column.name).join(', ') || 'the default ones'}.\n`,
    '| field | type | constraints | meaning |',
    '|---|---|---|---|',
    ...fields.map(fieldRow),
    '',
  ].join('\n');
}

function subresources(kind: KindSpec): string {
  const names = [...(kind.scale ? ['scale'] : []), ...(kind.hasStatus ? ['status'] : [])];
  return names.join(', ') || 'none';
}

function fieldRow(field: Field): string {
  const limits = field.constraints === '' ? [] : [`\`${field.constraints}\``];
  const constraints = [...(field.required ? ['required'] : []), ...limits].join(' ');
  return `| \`${field.path}\` | ${field.type} | ${escapeCell(constraints)} | ${escapeCell(field.description)} |`;
}

/** Angle brackets would be taken for HTML, a bar for the end of the cell. */
function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
