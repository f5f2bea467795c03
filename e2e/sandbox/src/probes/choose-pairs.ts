// Chooses the pairs that the table shows: one of each kind that can behave differently, not every pair there is.

import { type Endpoint, type PodEndpoint, vpcOf } from './endpoint.ts';
import { expected, PATHS, type Path, pathOf, type Verdict } from './expectation.ts';

export interface Pair {
  readonly from: Endpoint;
  readonly to: Endpoint;
  readonly path: Path;
  readonly expect: Verdict;
}

/** Grouped by path, in the order of PATHS. */
export function choosePairs(endpoints: readonly Endpoint[]): Pair[] {
  const chosen = new Map<string, Pair>();
  for (const from of endpoints) {
    for (const to of endpoints) {
      const path = from === to ? undefined : pathOf(from, to);
      if (!path || isAmbiguous(from, to, endpoints)) continue;
      const kind = [path, ...describeKind(from, to)].join(' ');
      if (!chosen.has(kind)) chosen.set(kind, { from, to, path, expect: expected(from, to) });
    }
  }
  return PATHS.flatMap((path) => [...chosen.values()].filter((pair) => pair.path === path));
}

/** Pairs with equal descriptions can only behave alike. */
function describeKind(from: Endpoint, to: Endpoint): string[] {
  if (from.kind === 'pod' && to.kind === 'pod') {
    if (from.subnet !== to.subnet) return [from.subnet, to.subnet, String(from.node === to.node)];
    // An echo goes both ways, so one direction of a tunnel shows the other.
    return [from.subnet, ...[from.node, to.node].sort()];
  }
  const pod = from.kind === 'pod' ? from : (to as PodEndpoint);
  const node = from.kind === 'pod' ? to : from;
  return [pod.subnet, String(pod.node === node.name), ...(node.kind === 'outside' ? [pod.node] : [])];
}

/** An address means something only inside its VPC; another pod of the asker's VPC may have the same one. */
function isAmbiguous(from: Endpoint, to: Endpoint, endpoints: readonly Endpoint[]): boolean {
  if (to.kind !== 'pod' || vpcOf(from) === to.vpc) return false;
  return endpoints.some((other) => other !== to && vpcOf(other) === vpcOf(from) && sharesAddressSpace(other, to));
}

function sharesAddressSpace(one: Endpoint, other: Endpoint): boolean {
  const spaces = new Set(addressSpaces(other));
  return addressSpaces(one).some((space) => spaces.has(space));
}

// All networks of the sandbox are told apart by what is in front of the last two numbers of an address.
function addressSpaces({ addresses }: Endpoint): string[] {
  const v4 = addresses[4]?.split('.').slice(0, 2).join('.');
  const v6 = addresses[6]?.replace(/:[0-9a-f]*$/, '');
  return [v4, v6].filter((space) => space !== undefined);
}
