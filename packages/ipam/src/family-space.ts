// One family of a subnet: which addresses exist, who holds them, which may be drawn. Knows nothing of MACs or of the other family.

import { type Address, addressBits, type Family } from './address.ts';
import { AddressPool } from './address-pool.ts';
import { type Cidr, isUsable } from './cidr.ts';
import { HolderIndex } from './holder-index.ts';
import type { Holding } from './holding.ts';
import type { IntervalSet } from './interval-set.ts';
import { type Ordinal, shifted, toOrdinal } from './ordinal.ts';
import { OrdinalSet } from './ordinal-set.ts';
import { OrdinalText } from './ordinal-text.ts';
import { difference, intersection, union } from './set-algebra.ts';
import type { Usage } from './usage.ts';

/** The pool of everything that belongs to no named pool. */
export const DEFAULT_POOL = '';

export interface FamilyConfig {
  readonly cidr?: Cidr;
  readonly gateway?: Address;
  readonly excluded: IntervalSet;
  readonly skip: IntervalSet;
}

interface NamedPool {
  readonly definition: IntervalSet;
  readonly range: OrdinalSet;
  readonly pool: AddressPool;
}

export class FamilySpace {
  readonly family: Family;
  readonly holders = new HolderIndex();
  cidr: Cidr | undefined;
  #text: OrdinalText;
  #usable = new OrdinalSet();
  #excluded = new OrdinalSet();
  #blocked = new OrdinalSet();
  #gateway: Ordinal | undefined;
  #held = new OrdinalSet();
  #default = new AddressPool();
  #named = new Map<string, NamedPool>();

  constructor(family: Family, config: FamilyConfig) {
    this.family = family;
    this.#text = new OrdinalText(family, 0n, 0);
    this.configure(config);
  }

  /** Recomputes every list. What is held stays held; released addresses stay released. Returns by how much ordinals moved. */
  configure(config: FamilyConfig): bigint {
    const before = this.#text;
    const base = config.cidr?.network.value ?? 0n;
    const shift = before.base - base;
    this.cidr = config.cidr;
    this.#text = new OrdinalText(this.family, base, config.cidr?.prefixLength ?? addressBits(this.family));
    this.#usable = usableOrdinals(config.cidr, this.#text);
    this.#gateway = config.gateway ? this.#text.ordinal(config.gateway.value) : undefined;
    this.#excluded = this.#ordinals(config.excluded);
    if (this.#gateway !== undefined) this.#excluded.add(this.#gateway);
    this.#blocked = union(this.#excluded, this.#ordinals(config.skip));
    this.#held = moved(this.#held, shift);
    this.#partition(moved(this.#releasedEverywhere(), shift));
    return shift;
  }

  setPool(name: string, definition: IntervalSet): void {
    this.removePool(name);
    const range = this.#ordinals(definition);
    this.#named.set(name, { definition, range, pool: this.#default.carve(range) });
  }

  removePool(name: string): void {
    const old = this.#named.get(name);
    if (old) this.#default.absorb(old.pool);
    this.#named.delete(name);
  }

  /** The named pool that the address belongs to, or the default pool. */
  poolNameOf(ordinal: Ordinal): string {
    for (const [name, { range }] of this.#named) {
      if (range.has(ordinal)) return name;
    }
    return DEFAULT_POOL;
  }

  definitionOf(pool: string): IntervalSet | undefined {
    return this.#named.get(pool)?.definition;
  }

  peek(pool: string): Ordinal | undefined {
    return this.#pool(pool)?.peek();
  }

  available(pool: string): bigint {
    return this.#pool(pool)?.size ?? 0n;
  }

  /** Records a holder. `drawnFrom` names the pool whose `peek` gave the ordinal; without it the address was asked for by name. */
  hold(ordinal: Ordinal, holding: Holding, drawnFrom?: string): void {
    if (drawnFrom !== undefined) this.#pool(drawnFrom)!.draw();
    else this.#poolOf(ordinal).take(ordinal);
    this.holders.add(ordinal, holding);
    this.#held.add(ordinal);
  }

  letGo(ordinal: Ordinal, holding: Holding): void {
    if (!this.holders.remove(ordinal, holding)) return;
    this.#held.remove(ordinal);
    if (this.#usable.has(ordinal) && !this.#blocked.has(ordinal)) this.#poolOf(ordinal).giveBack(ordinal);
  }

  isUsable(ordinal: Ordinal): boolean {
    return this.#usable.has(ordinal);
  }

  isGateway(ordinal: Ordinal): boolean {
    return ordinal === this.#gateway;
  }

  isInside(ordinal: Ordinal): boolean {
    const value = this.#text.value(ordinal);
    return !!this.cidr && this.cidr.first.value <= value && value <= this.cidr.last.value;
  }

  ordinal(address: Address): Ordinal {
    return this.#text.ordinal(address.value);
  }

  text(ordinal: Ordinal): string {
    return this.#text.text(ordinal);
  }

  /** Held addresses that the CIDR does not contain (any more). */
  *strays(): IterableIterator<Ordinal> {
    for (const { first, last } of this.#held.intervals()) {
      if (this.isInside(first) && this.isInside(last)) continue;
      for (let value = BigInt(first); value <= BigInt(last); value++) {
        const ordinal = toOrdinal(value);
        if (!this.isInside(ordinal)) yield ordinal;
      }
    }
  }

  /** Of the whole family, or of one pool. */
  usage(pool?: string): Usage {
    const scope = pool === undefined ? undefined : (this.#named.get(pool)?.range ?? new OrdinalSet());
    const within = (set: OrdinalSet) => (scope ? intersection(set, scope) : set);
    const pools = pool === undefined ? this.#everyPool() : [this.#pool(pool) ?? new AddressPool()];
    const free = pools.map((part) => part.all).reduce(union);
    const using = within(this.#countedAsUsing());
    const excluded = within(intersection(this.#excluded, this.#usable));
    return {
      using: using.size,
      available: free.size,
      excluded: excluded.size,
      usingRange: this.#text.rangeText(using),
      availableRange: this.#text.rangeText(free),
      excludedRange: this.#text.rangeText(excluded),
    };
  }

  /** The contract does not count a holder inside excludeIps, except of the gateway. */
  #countedAsUsing(): OrdinalSet {
    const using = difference(this.#held, this.#excluded);
    if (this.#gateway !== undefined && this.#held.has(this.#gateway)) using.add(this.#gateway);
    return using;
  }

  #partition(released: OrdinalSet): void {
    const candidates = difference(difference(this.#usable, this.#blocked), this.#held);
    this.#default = new AddressPool(difference(candidates, released), intersection(candidates, released));
    const named = this.#named;
    this.#named = new Map();
    for (const [name, { definition }] of named) this.setPool(name, definition);
  }

  #releasedEverywhere(): OrdinalSet {
    return this.#everyPool()
      .map((pool) => pool.released)
      .reduce(union);
  }

  #everyPool(): AddressPool[] {
    return [this.#default, ...Array.from(this.#named.values(), ({ pool }) => pool)];
  }

  #pool(name: string): AddressPool | undefined {
    return name === DEFAULT_POOL ? this.#default : this.#named.get(name)?.pool;
  }

  #poolOf(ordinal: Ordinal): AddressPool {
    if (this.#named.size === 0) return this.#default;
    return this.#pool(this.poolNameOf(ordinal))!;
  }

  #ordinals(set: IntervalSet): OrdinalSet {
    return OrdinalSet.fromSorted(
      Array.from(set.intervals(), ({ first, last }) => ({
        first: this.#text.ordinal(first),
        last: this.#text.ordinal(last),
      })),
    );
  }
}

function usableOrdinals(cidr: Cidr | undefined, text: OrdinalText): OrdinalSet {
  if (!cidr || !isUsable(cidr)) return new OrdinalSet();
  return OrdinalSet.of(text.ordinal(cidr.firstHost.value), text.ordinal(cidr.lastHost.value));
}

function moved(set: OrdinalSet, by: bigint): OrdinalSet {
  if (by === 0n) return set;
  return OrdinalSet.fromSorted(
    Array.from(set.intervals(), ({ first, last }) => ({ first: shifted(first, by), last: shifted(last, by) })),
  );
}
