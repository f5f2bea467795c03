// values.yaml: every value that does something, with its default and what it means.

import { stringify } from 'yaml';
import { builtValues } from './all-values.ts';
import type { ValueSpec } from './value-spec.ts';
import { type ValueTree, valueTree } from './value-tree.ts';

const HEAD = `# Generated from the schemas of the programs and of the chart (node e2e/chart/src/generate.ts); do not edit.
# The upper-case names of the classic chart are accepted too: docs/reference/values.md.
`;

export function valuesYaml(): string {
  const tree = valueTree<ValueSpec>(builtValues().map((value) => [value.path, value]));
  return HEAD + lines(tree, 0).join('\n').concat('\n');
}

function lines(tree: ValueTree<ValueSpec>, depth: number): string[] {
  const indent = '  '.repeat(depth);
  return [...tree.children].flatMap(([key, child]) => {
    if (child.leaf === undefined) return [`${depth === 0 ? '\n' : ''}${indent}${key}:`, ...lines(child, depth + 1)];
    const text = stringify({ [key]: child.leaf.default ?? '' }, { lineWidth: 0, defaultStringType: 'PLAIN' }).trimEnd();
    const blank = depth === 0 ? '\n' : '';
    return [`${blank}${indent}# ${child.leaf.help}`, ...text.split('\n').map((line) => indent + line)];
  });
}
