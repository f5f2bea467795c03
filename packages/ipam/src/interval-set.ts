// A set of addresses of one family as ranges. Holds a /64 as cheaply as one address; converts from and to "a..b,c" text.

import { failWith, ok, type Result } from '@kube-ovn/errors';
import { type Address, type Family, makeAddress } from './address.ts';
import { toOrdinal } from './ordinal.ts';
import { OrdinalSet } from './ordinal-set.ts';
import { type AddressRange, formatRange, parseRange } from './range.ts';
import { difference, intersection, intersects, union } from './set-algebra.ts';

export class IntervalSet {
  readonly family: Family;
  #ordinals: OrdinalSet;

  constructor(family: Family, ranges: Iterable<AddressRange> = []) {
    this.family = family;
    this.#ordinals = new OrdinalSet();
    for (const range of ranges) this.add(range);
  }

  add(range: AddressRange | Address): void {
    const { first, last } = this.#ends(range);
    this.#ordinals.add(toOrdinal(first), toOrdinal(last));
  }

  remove(range: AddressRange | Address): void {
    const { first, last } = this.#ends(range);
    this.#ordinals.remove(toOrdinal(first), toOrdinal(last));
  }

  has(address: Address): boolean {
    return address.family === this.family && this.#ordinals.has(toOrdinal(address.value));
  }

  get size(): bigint {
    return this.#ordinals.size;
  }

  get isEmpty(): boolean {
    return this.#ordinals.isEmpty;
  }

  get intervalCount(): number {
    return this.#ordinals.intervalCount;
  }

  first(): Address | undefined {
    const ordinal = this.#ordinals.first();
    return ordinal === undefined ? undefined : makeAddress(this.family, BigInt(ordinal));
  }

  *intervals(): IterableIterator<AddressRange> {
    for (const { first, last } of this.#ordinals.intervals()) {
      yield { family: this.family, first: BigInt(first), last: BigInt(last) };
    }
  }

  union(other: IntervalSet): IntervalSet {
    return this.#derived(other, union);
  }

  subtract(other: IntervalSet): IntervalSet {
    return this.#derived(other, difference);
  }

  intersect(other: IntervalSet): IntervalSet {
    return this.#derived(other, intersection);
  }

  intersects(other: IntervalSet): boolean {
    return this.family === other.family && intersects(this.#ordinals, other.#ordinals);
  }

  /** "a..b,c", ascending; empty text for the empty set. */
  toText(): string {
    return this.toTexts().join(',');
  }

  toTexts(): string[] {
    return Array.from(this.intervals(), formatRange);
  }

  #derived(other: IntervalSet, operation: (a: OrdinalSet, b: OrdinalSet) => OrdinalSet): IntervalSet {
    if (other.family !== this.family) throw new Error('sets of different families');
    const result = new IntervalSet(this.family);
    result.#ordinals = operation(this.#ordinals, other.#ordinals);
    return result;
  }

  #ends(range: AddressRange | Address): { first: bigint; last: bigint } {
    if (range.family !== this.family) throw new Error(`an IPv${range.family} address in an IPv${this.family} set`);
    return 'value' in range ? { first: range.value, last: range.value } : range;
  }
}

export interface DualSet {
  readonly v4: IntervalSet;
  readonly v6: IntervalSet;
}

/** A list such as `excludeIps` or an IPPool's `ips`, families mixed. The first bad item is the error. */
export function parseRanges(texts: readonly string[]): Result<DualSet> {
  const set: DualSet = { v4: new IntervalSet(4), v6: new IntervalSet(6) };
  for (const text of texts) {
    const range = parseRange(text);
    if (!range.ok) return range;
    (range.value.family === 4 ? set.v4 : set.v6).add(range.value);
  }
  return ok(set);
}

/** `excludeIps` as the contract stores it: merged, sorted, IPv4 first, every extra address (the gateways) included. */
export function normaliseRanges(texts: readonly string[], extra: readonly string[] = []): Result<string[]> {
  const set = parseRanges([...texts, ...extra]);
  if (!set.ok) return failWith('ERR_RANGE_INVALID', set.error.params, set.error);
  return ok([...set.value.v4.toTexts(), ...set.value.v6.toTexts()]);
}
