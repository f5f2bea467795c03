// Between ordinals of one subnet and address text. IPv6 inside the subnet is written without bigints: that is the hot path.

import { addressBits, type Family, formatAddress, makeAddress } from './address.ts';
import { formatIpv4 } from './ipv4-text.ts';
import { formatGroups, valueToGroups } from './ipv6-text.ts';
import { type Ordinal, toOrdinal } from './ordinal.ts';
import type { OrdinalSet } from './ordinal-set.ts';

const LOW_48 = 2 ** 48;

export class OrdinalText {
  readonly family: Family;
  readonly base: bigint;
  readonly #groups: number[];
  readonly #low: number;
  /** Ordinals below this change only the last three groups, without carry, because the network is aligned. */
  readonly #fastLimit: number;

  constructor(family: Family, base: bigint, prefixLength: number) {
    this.family = family;
    this.base = base;
    this.#groups = valueToGroups(base);
    this.#low = Number(family === 4 ? base : base & BigInt(LOW_48 - 1));
    this.#fastLimit = Math.min(LOW_48, 2 ** (addressBits(family) - prefixLength));
  }

  ordinal(value: bigint): Ordinal {
    return toOrdinal(value - this.base);
  }

  value(ordinal: Ordinal): bigint {
    return BigInt(ordinal) + this.base;
  }

  text(ordinal: Ordinal): string {
    if (typeof ordinal !== 'number' || ordinal < 0 || ordinal >= this.#fastLimit) {
      return formatAddress(makeAddress(this.family, this.value(ordinal)));
    }
    const low = this.#low + ordinal;
    if (this.family === 4) return formatIpv4(low);
    const groups = this.#groups;
    const middle = Math.floor(low / 65536);
    groups[7] = low % 65536;
    groups[6] = middle % 65536;
    groups[5] = Math.floor(middle / 65536);
    return formatGroups(groups);
  }

  rangeText(set: OrdinalSet): string {
    return Array.from(set.intervals(), ({ first, last }) =>
      first === last ? this.text(first) : `${this.text(first)}..${this.text(last)}`,
    ).join(',');
  }
}
