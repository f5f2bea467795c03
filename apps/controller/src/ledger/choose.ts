// The order in which a wish is tried: subnets, then pools or static requests inside each; the last refusal is the answer.

import { failWith, ok, type Result } from '@kube-ovn/errors';
import { type Allocation, parseAddress, type SubnetAllocator } from '@kube-ovn/ipam';
import type { AllocationWish } from '../engine/facts.ts';

export interface LedgerPool {
  readonly name: string;
  readonly subnet: string;
  readonly ips: readonly string[];
  /** Namespaces bound to the pool; empty = anybody who names it. */
  readonly namespaces: readonly string[];
}

export interface LedgerSubnet {
  readonly allocator: SubnetAllocator;
  readonly family: 'v4' | 'v6' | 'dual';
}

interface Chosen {
  readonly subnet: string;
  readonly allocation: Allocation;
}

export function choose(
  wish: AllocationWish,
  subnets: ReadonlyMap<string, LedgerSubnet>,
  pools: ReadonlyMap<string, LedgerPool>,
): Result<Chosen> {
  // An error is made only when it is the answer: this runs for every pod.
  let refusal: Result<Chosen> | undefined;
  for (const name of wish.subnets) {
    const known = subnets.get(name);
    if (known === undefined) continue;
    const next =
      wish.statics.length > 0 ? chooseStatic(wish, name, known, pools) : chooseDynamic(wish, name, known, pools);
    if (next.ok) return next;
    // Of several refusals the user needs the one about the subnet that was meant.
    if (refusal === undefined || next.error.code !== 'ERR_IPAM_ADDRESS_OUT_OF_RANGE') refusal = next;
  }
  return refusal ?? failWith('ERR_IPAM_NO_SUBNET', { subnet: wish.subnets.join(',') || '(none)' });
}

function chooseStatic(
  wish: AllocationWish,
  subnet: string,
  known: LedgerSubnet,
  pools: ReadonlyMap<string, LedgerPool>,
): Result<Chosen> {
  let refusal: Result<Chosen> | undefined;
  for (const request of wish.statics) {
    const foreign = foreignPool(request, known.allocator, wish.namespace, pools);
    if (foreign !== undefined) {
      refusal = failWith('ERR_IPPOOL_FOREIGN', {
        address: request.v4 ?? request.v6 ?? '',
        pool: foreign,
        namespace: wish.namespace,
      });
      continue;
    }
    const result = known.allocator.allocate({
      owner: wish.ipName,
      family: familyOf(wish, known),
      static: { ...request, mac: wish.mac },
    });
    if (result.ok) return ok({ subnet, allocation: result.value });
    refusal = result;
  }
  return refusal!;
}

function chooseDynamic(
  wish: AllocationWish,
  subnet: string,
  known: LedgerSubnet,
  pools: ReadonlyMap<string, LedgerPool>,
): Result<Chosen> {
  const { allocator } = known;
  const family = familyOf(wish, known);
  const fixed = wish.mac === undefined ? undefined : { mac: wish.mac };
  if (wish.pools.length === 0) {
    const result = allocator.allocate({ owner: wish.ipName, family, static: fixed });
    return result.ok ? ok({ subnet, allocation: result.value }) : result;
  }
  // A pool belongs to one subnet; a pool of another subnet is no candidate here, whatever its name or age.
  let refusal: Result<Chosen> | undefined;
  for (const name of wish.pools) {
    if (pools.get(name)?.subnet !== subnet) continue;
    const result = allocator.allocate({ owner: wish.ipName, family, pool: name, static: fixed });
    if (result.ok) return ok({ subnet, allocation: result.value });
    refusal = result;
  }
  const where = `the pools ${wish.pools.join(', ')} of subnet ${subnet}`;
  return refusal ?? failWith('ERR_IPAM_NO_AVAILABLE_ADDRESS', { where });
}

function familyOf(wish: AllocationWish, known: LedgerSubnet): 'v4' | 'v6' | 'dual' {
  return wish.family === 'any' ? known.family : wish.family;
}

/** The pool, bound to namespaces without this one, that holds a requested address. */
function foreignPool(
  request: { readonly v4?: string; readonly v6?: string },
  allocator: SubnetAllocator,
  namespace: string,
  pools: ReadonlyMap<string, LedgerPool>,
): string | undefined {
  for (const text of [request.v4, request.v6]) {
    const address = text === undefined ? undefined : parseAddress(text);
    const pool = address?.ok ? pools.get(allocator.poolOf(address.value)) : undefined;
    if (pool !== undefined && pool.namespaces.length > 0 && !pool.namespaces.includes(namespace)) return pool.name;
  }
  return undefined;
}
