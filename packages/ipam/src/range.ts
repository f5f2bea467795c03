// Inclusive ranges of addresses and their text: "a", "a..b" or a CIDR.

import { failWith, ok, type Result } from '@kube-ovn/errors';
import { type Address, type Family, formatAddress, makeAddress, parseAddress } from './address.ts';
import { parseCidr } from './cidr.ts';

export interface AddressRange {
  readonly family: Family;
  readonly first: bigint;
  readonly last: bigint;
}

export function parseRange(text: string): Result<AddressRange> {
  const trimmed = text.trim();
  if (trimmed.includes('/')) {
    const cidr = parseCidr(trimmed);
    if (!cidr.ok) return failWith('ERR_RANGE_INVALID', { text }, cidr.error);
    return ok({ family: cidr.value.family, first: cidr.value.first.value, last: cidr.value.last.value });
  }
  const ends = trimmed.split('..');
  const first = parseAddress(ends[0]!.trim());
  const last = ends.length === 1 ? first : parseAddress(ends[1]!.trim());
  if (ends.length > 2 || !first.ok || !last.ok) return failWith('ERR_RANGE_INVALID', { text });
  if (first.value.family !== last.value.family || first.value.value > last.value.value) {
    return failWith('ERR_RANGE_INVALID', { text });
  }
  return ok({ family: first.value.family, first: first.value.value, last: last.value.value });
}

export function formatRange(range: AddressRange): string {
  const first = formatAddress(makeAddress(range.family, range.first));
  return range.first === range.last ? first : `${first}..${formatAddress(makeAddress(range.family, range.last))}`;
}

export function rangeContains(range: AddressRange, address: Address): boolean {
  return range.family === address.family && range.first <= address.value && address.value <= range.last;
}
