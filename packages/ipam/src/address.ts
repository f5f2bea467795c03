// One IP address: family and value. Text enters and leaves through here, so every comparison is of canonical values.

import { failWith, ok, type Result } from '@kube-ovn/errors';
import { formatIpv4, parseIpv4 } from './ipv4-text.ts';
import { formatIpv6, parseIpv6 } from './ipv6-text.ts';

export type Family = 4 | 6;

export interface Address {
  readonly family: Family;
  readonly value: bigint;
}

export interface ParsedAddress extends Address {
  /** The text had upper-case hexadecimal digits: accepted here, but the contract makes some callers refuse it. */
  readonly upperCase: boolean;
}

export function parseAddress(text: string): Result<ParsedAddress> {
  if (text.includes(':')) {
    const value = parseIpv6(text);
    if (value !== undefined) return ok({ family: 6, value, upperCase: /[A-F]/.test(text) });
  } else {
    const value = parseIpv4(text);
    if (value !== undefined) return ok({ family: 4, value: BigInt(value), upperCase: false });
  }
  return failWith('ERR_ADDRESS_INVALID', { text });
}

export function formatAddress(address: Address): string {
  return address.family === 4 ? formatIpv4(Number(address.value)) : formatIpv6(address.value);
}

/** The canonical text of an address text. */
export function canonicalAddress(text: string): Result<string> {
  const parsed = parseAddress(text);
  return parsed.ok ? ok(formatAddress(parsed.value)) : parsed;
}

export function makeAddress(family: Family, value: bigint): Address {
  return { family, value };
}

export function addressEquals(a: Address, b: Address): boolean {
  return a.family === b.family && a.value === b.value;
}

/** IPv4 before IPv6, then by value: a comparator for sorting. */
export function compareAddresses(a: Address, b: Address): number {
  if (a.family !== b.family) return a.family - b.family;
  return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
}

export function addressBits(family: Family): 32 | 128 {
  return family === 4 ? 32 : 128;
}

export function maxValue(family: Family): bigint {
  return (1n << BigInt(addressBits(family))) - 1n;
}
