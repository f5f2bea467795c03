// CIDR blocks, single and dual ("v4,v6"), always in network form.

import { failWith, ok, type Result } from '@kube-ovn/errors';
import { type Address, addressBits, type Family, formatAddress, makeAddress, parseAddress } from './address.ts';

export interface Cidr {
  readonly family: Family;
  readonly network: Address;
  readonly prefixLength: number;
  /** The whole block. */
  readonly first: Address;
  readonly last: Address;
  /** Addresses a port may have: without network and broadcast address, except that /31, /127, /32, /128 have nothing to spare. */
  readonly firstHost: Address;
  readonly lastHost: Address;
  /** The address as it was written, host bits included. */
  readonly given: Address;
  /** The text had upper-case hexadecimal digits. */
  readonly upperCase: boolean;
}

export interface DualCidr {
  readonly v4?: Cidr;
  readonly v6?: Cidr;
}

export function parseCidr(text: string): Result<Cidr> {
  const slash = text.indexOf('/');
  const lengthText = text.slice(slash + 1);
  if (slash < 0 || !/^(0|[1-9]\d{0,2})$/.test(lengthText)) return failWith('ERR_CIDR_INVALID', { text });
  const address = parseAddress(text.slice(0, slash));
  if (!address.ok) return failWith('ERR_CIDR_INVALID', { text }, address.error);
  const prefixLength = Number(lengthText);
  if (prefixLength > addressBits(address.value.family)) return failWith('ERR_CIDR_INVALID', { text });
  return ok(makeCidr(address.value, prefixLength, address.value.upperCase));
}

export function makeCidr(address: Address, prefixLength: number, upperCase = false): Cidr {
  const { family } = address;
  const hostBits = BigInt(addressBits(family) - prefixLength);
  const first = (address.value >> hostBits) << hostBits;
  const last = first + (1n << hostBits) - 1n;
  const spare = hostBits > 1n ? 1n : 0n;
  return {
    family,
    network: makeAddress(family, first),
    prefixLength,
    first: makeAddress(family, first),
    last: makeAddress(family, last),
    firstHost: makeAddress(family, first + spare),
    lastHost: makeAddress(family, last - spare),
    given: makeAddress(family, address.value),
    upperCase,
  };
}

export function formatCidr(cidr: Cidr): string {
  return `${formatAddress(cidr.network)}/${cidr.prefixLength}`;
}

/** "v4", "v6" or one of each, in either order. */
export function parseDualCidr(text: string): Result<DualCidr> {
  const dual: { v4?: Cidr; v6?: Cidr } = {};
  for (const part of text.split(',')) {
    const cidr = parseCidr(part.trim());
    if (!cidr.ok) return cidr;
    const key = cidr.value.family === 4 ? 'v4' : 'v6';
    if (dual[key]) return failWith('ERR_CIDR_INVALID', { text });
    dual[key] = cidr.value;
  }
  return ok(dual);
}

export function formatDualCidr(dual: DualCidr): string {
  return [dual.v4, dual.v6].flatMap((cidr) => (cidr ? [formatCidr(cidr)] : [])).join(',');
}

/** Network form, canonical text, IPv4 first. */
export function normaliseDualCidr(text: string): Result<string> {
  const dual = parseDualCidr(text);
  return dual.ok ? ok(formatDualCidr(dual.value)) : dual;
}

export function cidrContains(cidr: Cidr, address: Address): boolean {
  return cidr.family === address.family && cidr.first.value <= address.value && address.value <= cidr.last.value;
}

export function cidrContainsCidr(outer: Cidr, inner: Cidr): boolean {
  return cidrContains(outer, inner.first) && cidrContains(outer, inner.last);
}

export function cidrOverlaps(a: Cidr, b: Cidr): boolean {
  return a.family === b.family && a.first.value <= b.last.value && b.first.value <= a.last.value;
}

/** Two dual blocks overlap when they do in any family. */
export function dualCidrOverlaps(a: DualCidr, b: DualCidr): boolean {
  return (!!a.v4 && !!b.v4 && cidrOverlaps(a.v4, b.v4)) || (!!a.v6 && !!b.v6 && cidrOverlaps(a.v6, b.v6));
}

export function cidrEquals(a: Cidr, b: Cidr): boolean {
  return a.family === b.family && a.network.value === b.network.value && a.prefixLength === b.prefixLength;
}

/** How many ports fit: host addresses, 0 for /32 and /128. */
export function usableCount(cidr: Cidr): bigint {
  return isUsable(cidr) ? cidr.lastHost.value - cidr.firstHost.value + 1n : 0n;
}

/** A /32 or /128 has no room for a gateway and a port. */
export function isUsable(cidr: Cidr): boolean {
  return cidr.prefixLength < addressBits(cidr.family);
}

/** Network address of either family, or the IPv4 broadcast address: nothing may be configured with these. IPv6 has no broadcast. */
export function isNetworkOrBroadcast(cidr: Cidr, address: Address): boolean {
  if (cidr.family !== address.family || addressBits(cidr.family) - cidr.prefixLength <= 1) return false;
  if (address.value === cidr.first.value) return true;
  return cidr.family === 4 && address.value === cidr.last.value;
}
