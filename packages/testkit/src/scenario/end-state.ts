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
  ...['_uuid', 'nb_cfg', 'nb_cfg_timestamp', 'sb_cfg', 'sb_cfg_timestamp', 'hv_cfg', 'hv_cfg_timestamp', 'up'],
]);

export function endState(scene: Scene): EndState {
  const rename = ownersOfAddresses(scene);
  const rows = Object.keys(NB_SCHEMA.tables).flatMap((table) =>
    scene.northbound.named(table).map(({ columns }) => `row ${table} ${stable(columns, rename)}`),
  );
  const objects = KINDS.flatMap((kind) =>
    scene.server.objects.list<AnyObject>(kind).map((object) => `object ${kind} ${stable(object, rename)}`),
  );
  return [...rows, ...objects].sort();
}

/** Lines of which only one of two runs has any. */
export function difference(expected: EndState, seen: EndState): readonly string[] {
  const [left, right] = [countLines(expected), countLines(seen)];
  return [...new Set([...expected, ...seen])].flatMap((line) => {
    const change = (right.get(line) ?? 0) - (left.get(line) ?? 0);
    return change === 0 ? [] : [`${change > 0 ? '+' : '-'} ${line}`];
  });
}

function countLines(lines: EndState): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

function stable(value: unknown, rename: (text: string) => string): string {
  return JSON.stringify(value, (key, part: unknown) => {
    if (DROPPED.has(key)) return undefined;
    if (typeof part === 'bigint') return Number(part);
    if (typeof part === 'string') return rename(part);
    // Sets have no order, and drawn names would sort otherwise.
    if (Array.isArray(part)) return part.every((item) => typeof item === 'string') ? part.map(rename).sort() : part;
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

interface IpObject {
  readonly spec: { readonly v4IpAddress?: string; readonly v6IpAddress?: string; readonly macAddress?: string };
  readonly metadata: { readonly name: string };
}

/** Whole addresses only: 10.0.0.1 is no part of 10.0.0.12, and a network that begins like an address is a network. */
const ADDRESS = /[0-9a-f]+(?:[.:]+[0-9a-f]+)+(?![0-9a-f.:/])/gi;
const MAC = /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/i;

function ownersOfAddresses(scene: Scene): (text: string) => string {
  const owners = new Map<string, string>();
  for (const { metadata, spec } of scene.server.objects.list<IpObject>('IP')) {
    const copies = [
      [spec.v4IpAddress, 'v4'],
      [spec.v6IpAddress, 'v6'],
      [spec.macAddress, 'mac'],
    ] as const;
    for (const [text, what] of copies) {
      if (text) owners.set(text, [owners.get(text), `${what} of ${metadata.name}`].filter(Boolean).sort().join('|'));
    }
  }
  const routers = new Set(scene.northbound.rows('Logical_Router_Port').map(({ mac }) => String(mac)));
  return (text) =>
    text.replace(ADDRESS, (address) => {
      const owner = owners.get(address);
      if (owner !== undefined) return `(${owner})`;
      // Left behind in an annotation of a pod whose address is gone.
      return MAC.test(address) && !routers.has(address) ? '(mac of nobody)' : address;
    });
}
