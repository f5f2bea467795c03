// Which kind of path a pair is, and whether it has to work. This is the promise that the table is held against.

import { type Endpoint, vpcOf } from './endpoint.ts';

export const PATHS = [
  'pod-pod-same-node',
  'pod-pod-cross-node',
  'pod-pod-cross-subnet',
  'pod-node',
  'node-pod',
  'pod-external',
] as const;

export type Path = (typeof PATHS)[number];
export type Verdict = 'reach' | 'blocked';

/** undefined: a pair that nobody asks about. */
export function pathOf(from: Endpoint, to: Endpoint): Path | undefined {
  if (from.kind === 'node') return to.kind === 'pod' ? 'node-pod' : undefined;
  if (from.kind !== 'pod') return undefined;
  if (to.kind === 'node') return 'pod-node';
  if (to.kind === 'outside') return 'pod-external';
  if (from.subnet !== to.subnet) return 'pod-pod-cross-subnet';
  return from.node === to.node ? 'pod-pod-same-node' : 'pod-pod-cross-node';
}

export function expected(from: Endpoint, to: Endpoint): Verdict {
  if (vpcOf(from) !== vpcOf(to)) return 'blocked';
  if (from.kind === 'pod' && to.kind === 'outside' && !from.natOutgoing) return 'blocked';
  return 'reach';
}
