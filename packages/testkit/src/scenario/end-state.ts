// What is left at the end of a run, in a form in which two runs can be compared: no uuids, versions, times; and addresses
// and MACs that were drawn are called by their owners, since which of two pods is served first decides about them.

import { NB_SCHEMA } from '@kube-ovn/ovn-model';
import type { AnyObject } from '../api-server/index.ts';
import type { Scene } from './scene.ts';

/** One line per row and per object, sorted. */
export type EndState = readonly string[];

const KINDS = ['Vpc', 'Subnet', 'IP', 'IPPool', 'Node', 'Namespace', 'StatefulSet', 'Deployment', 'Pod'];

/** Depend on the history of a run and not on its result. */
const DROPPED = new Set([
  ...['resourceVersion', 'uid', 'creationTimestamp', 'generation', 'managedFields', 'deletionTimestamp'],
  ...['lastTransitionTime', 'lastUpdateTime', 'observedGeneration', 'ownerReferences'],
  // Which addresses are in use depends on the order of draws; that they are the right ones is checked by the invariants.
  ...['v4usingIPrange', 'v4availableIPrange', 'v6usingIPrange', 'v6availableIPrange'],
  ...['v4UsingIPRange', 'v4AvailableIPRange', 'v6UsingIPRange', 'v6AvailableIPRange'],
  ...[
    '_uuid',
    'nb_cfg',
    'nb_cfg_timestamp',
    'sb_cfg',
    'sb_cfg_timestamp',
    'hv_cfg',
    'hv_cfg_timestamp',
    'up',
    'connections',
  ],
]);

export function endState(scene: Scene): EndState {
  const rename = ownersOfAddresses(scene);
  const rows = Object.keys(NB_SCHEMA.tables).flatMap((table) =>
    scene.northbound.named(table).map(({ columns }) => rename(`row ${table} ${stable(columns)}`)),
  );
  const objects = KINDS.flatMap((kind) =>
    scene.server.objects.list<AnyObject>(kind).map((object) => rename(`object ${kind} ${stable(object)}`)),
  );
  return [...rows, ...objects].sort();
}

/** Lines of which only one of two runs has any. */
export function difference(expected: EndState, seen: EndState): readonly string[] {
  const count = (lines: EndState) => {
    const counts = new Map<string, number>();
    for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
    return counts;
  };
  const [left, right] = [count(expected), count(seen)];
  return [...new Set([...expected, ...seen])].flatMap((line) => {
    const change = (right.get(line) ?? 0) - (left.get(line) ?? 0);
    if (change === 0) return [];
    return [`${change > 0 ? '+' : '-'} ${line}`];
  });
}

function stable(value: unknown): string {
  return JSON.stringify(value, (key, part: unknown) => {
    if (DROPPED.has(key)) return undefined;
    if (typeof part === 'bigint') return Number(part);
    if (Array.isArray(part)) return part.every((item) => typeof item === 'string') ? [...part].sort() : part;
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

interface IpSpec {
  readonly spec: { readonly v4IpAddress?: string; readonly v6IpAddress?: string; readonly macAddress?: string };
  readonly metadata: { readonly name: string };
}

function ownersOfAddresses(scene: Scene): (line: string) => string {
  const owners = new Map<string, string[]>();
  for (const { metadata, spec } of scene.server.objects.list<IpSpec>('IP')) {
    const copies = [
      [spec.v4IpAddress, 'v4'],
      [spec.v6IpAddress, 'v6'],
      [spec.macAddress, 'mac'],
    ] as const;
    for (const [text, what] of copies) {
      if (text) owners.set(text, [...(owners.get(text) ?? []), `${what} of ${metadata.name}`].sort());
    }
  }
  // Whole addresses only: 10.0.0.1 is no part of 10.0.0.12, and a network that begins like an address is a network.
  return (line) =>
    line.replace(/[0-9a-f]+(?:[.:]+[0-9a-f]+)+(?![0-9a-f.:/])/gi, (text) => {
      const found = owners.get(text);
      return found === undefined ? text : `(${found.join('|')})`;
    });
}
