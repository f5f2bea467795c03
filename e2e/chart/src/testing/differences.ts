// How one render differs from another, by object and path: what a reviewer of a change wants to see.

import type { KubeObject } from '@kube-ovn/kube';

export function differences(before: readonly KubeObject[], after: readonly KubeObject[]): string {
  const [old, young] = [byName(before), byName(after)];
  const lines: string[] = [];
  for (const name of new Set([...old.keys(), ...young.keys()])) {
    const [a, b] = [old.get(name), young.get(name)];
    if (!b) lines.push(`- ${name}`);
    else if (!a) lines.push(`+ ${name}`, ...leaves(b).map(([path, value]) => `    ${path}: ${value}`));
    else lines.push(...changes(name, new Map(leaves(a)), new Map(leaves(b))));
  }
  return `${lines.join('\n')}\n`;
}

function changes(name: string, a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] {
  const paths = [...new Set([...a.keys(), ...b.keys()])].filter((path) => a.get(path) !== b.get(path));
  if (paths.length === 0) return [];
  return [`  ${name}`, ...paths.map((path) => `    ${path}: ${a.get(path) ?? '(none)'} -> ${b.get(path) ?? '(none)'}`)];
}

function byName(objects: readonly KubeObject[]): Map<string, KubeObject> {
  return new Map(objects.map((object) => [`${object.kind}/${object.metadata.name}`, object]));
}

/** Items of lists are known by their name, so that an insertion is not a change of all that follow. */
function leaves(value: unknown, path = ''): [string, string][] {
  if (value === null || typeof value !== 'object') return [[path, JSON.stringify(value)]];
  const entries = Array.isArray(value)
    ? value.map((item, index) => [keyOf(item, index), item] as const)
    : Object.entries(value);
  if (entries.length === 0) return [[path, JSON.stringify(value)]];
  return entries.flatMap(([key, item]) => leaves(item, path === '' ? key : `${path}.${key}`));
}

function keyOf(item: unknown, index: number): string {
  if (typeof item === 'string') return `[${item.split('=')[0]}]`;
  const name = (item as { name?: unknown } | null)?.name;
  return `[${typeof name === 'string' ? name : index}]`;
}
