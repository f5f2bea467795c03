// The addresses in use, as an index over the IP objects of the API: an IP object is the allocation, this only finds the next
// free one and holds it while its object is being created.

import { failWith, ok, type Result } from '@kube-ovn/errors';
import { type Allocation, SubnetAllocator, type SubnetConfig, type Usage } from '@kube-ovn/ipam';
import type { AllocationWish } from '../engine/facts.ts';
import { choose, type LedgerPool, type LedgerSubnet } from './choose.ts';

export interface LedgerView {
  readonly v4: Usage;
  readonly v6: Usage;
}

export interface HeldAddress {
  readonly subnet: string;
  readonly v4?: string;
  readonly v6?: string;
  readonly mac?: string;
}

const NO_USAGE: Usage = {
  using: 0n,
  available: 0n,
  excluded: 0n,
  usingRange: '',
  availableRange: '',
  excludedRange: '',
};

export class AddressLedger {
  readonly #subnets = new Map<string, LedgerSubnet>();
  readonly #pools = new Map<string, LedgerPool>();
  /** IP object name -> what it holds, for all objects, also those whose subnet is unknown. */
  readonly #held = new Map<string, HeldAddress>();
  readonly #pending = new Set<string>();
  readonly #randomMac: () => string;
  readonly #onUsage: (subnet: string) => void;

  constructor(options: { randomMac: () => string; onUsage: (subnet: string) => void }) {
    this.#randomMac = options.randomMac;
    this.#onUsage = options.onUsage;
  }

  setSubnet(config: SubnetConfig): void {
    const family = config.v4 === undefined ? 'v6' : config.v6 === undefined ? 'v4' : 'dual';
    const known = this.#subnets.get(config.name);
    if (known !== undefined) {
      known.allocator.reconfigure(config);
      this.#subnets.set(config.name, { allocator: known.allocator, family });
    } else {
      const allocator = new SubnetAllocator(config, { randomMac: this.#randomMac });
      this.#subnets.set(config.name, { allocator, family });
      for (const pool of this.#pools.values()) if (pool.subnet === config.name) allocator.setPool(pool.name, pool.ips);
      for (const [name, held] of this.#held) if (held.subnet === config.name) restore(allocator, name, held);
    }
    this.#onUsage(config.name);
  }

  removeSubnet(name: string): void {
    if (this.#subnets.delete(name)) this.#onUsage(name);
  }

  setPool(pool: LedgerPool): Result<void> {
    const old = this.#pools.get(pool.name);
    if (old !== undefined && old.subnet !== pool.subnet) this.removePool(pool.name);
    const result = this.#subnets.get(pool.subnet)?.allocator.setPool(pool.name, pool.ips) ?? ok(undefined);
    if (result.ok) this.#pools.set(pool.name, pool);
    this.#onUsage(pool.subnet);
    return result;
  }

  removePool(name: string): void {
    const pool = this.#pools.get(name);
    if (pool === undefined) return;
    this.#pools.delete(name);
    this.#subnets.get(pool.subnet)?.allocator.removePool(name);
    this.#onUsage(pool.subnet);
  }

  /** An IP object exists (or has changed): its addresses are held from now on. */
  hold(name: string, held: HeldAddress): void {
    const old = this.#held.get(name);
    this.#pending.delete(name);
    if (old !== undefined && sameHeld(old, held)) return;
    if (old !== undefined) this.#subnets.get(old.subnet)?.allocator.release(name);
    this.#held.set(name, held);
    const allocator = this.#subnets.get(held.subnet)?.allocator;
    if (allocator !== undefined) restore(allocator, name, held);
    if (old !== undefined && old.subnet !== held.subnet) this.#onUsage(old.subnet);
    this.#onUsage(held.subnet);
  }

  /** The IP object is gone, or could not be created. */
  release(name: string): void {
    this.#pending.delete(name);
    const held = this.#held.get(name);
    if (held === undefined) return;
    this.#held.delete(name);
    this.#subnets.get(held.subnet)?.allocator.release(name);
    this.#onUsage(held.subnet);
  }

  /** Held for an IP object that is being created. */
  isPending(name: string): boolean {
    return this.#pending.has(name);
  }

  /** Picks addresses for a wish and holds them; the caller creates the IP object, or calls release(). */
  choose(wish: AllocationWish): Result<{ readonly subnet: string; readonly allocation: Allocation }> {
    if (this.#pending.has(wish.ipName)) return failWith('ERR_IPAM_ALLOCATION_PENDING', { name: wish.ipName });
    const chosen = choose(wish, this.#subnets, this.#pools);
    if (!chosen.ok) return chosen;
    const { subnet, allocation } = chosen.value;
    this.#held.set(wish.ipName, { subnet, v4: allocation.v4, v6: allocation.v6, mac: allocation.mac });
    this.#pending.add(wish.ipName);
    this.#onUsage(subnet);
    return chosen;
  }

  view(subnet: string): LedgerView {
    return this.#subnets.get(subnet)?.allocator.counts() ?? { v4: NO_USAGE, v6: NO_USAGE };
  }

  poolView(pool: string): LedgerView {
    const known = this.#pools.get(pool);
    const allocator = known === undefined ? undefined : this.#subnets.get(known.subnet)?.allocator;
    return allocator?.poolCounts(pool) ?? { v4: NO_USAGE, v6: NO_USAGE };
  }

  /** Other holders of an address in this subnet. */
  ownersOf(subnet: string, address: string): readonly string[] {
    return this.#subnets.get(subnet)?.allocator.ownersOf(address) ?? [];
  }
}

/** What an IP object records is held even if another object records it too; both show up as owners. */
function restore(allocator: SubnetAllocator, name: string, held: HeldAddress): void {
  allocator.restore(name, held, { checkConflict: false });
}

function sameHeld(a: HeldAddress, b: HeldAddress): boolean {
  return a.subnet === b.subnet && a.v4 === b.v4 && a.v6 === b.v6 && a.mac === b.mac;
}
