// Address arithmetic and allocation. Pure: no I/O, no clock; the only randomness is the MAC source, which can be given.

export {
  type Address,
  addressBits,
  addressEquals,
  canonicalAddress,
  compareAddresses,
  type Family,
  formatAddress,
  makeAddress,
  maxValue,
  type ParsedAddress,
  parseAddress,
} from './address.ts';
export type {
  Allocation,
  AllocationRequest,
  AllocatorOptions,
  StaticRequest,
  Stray,
  SubnetConfig,
} from './allocation.ts';
export {
  type Cidr,
  cidrContains,
  cidrContainsCidr,
  cidrEquals,
  cidrOverlaps,
  type DualCidr,
  dualCidrOverlaps,
  formatCidr,
  formatDualCidr,
  isNetworkOrBroadcast,
  isUsable,
  makeCidr,
  normaliseDualCidr,
  parseCidr,
  parseDualCidr,
  usableCount,
} from './cidr.ts';
export { type DualSet, IntervalSet, normaliseRanges, parseRanges } from './interval-set.ts';
export { deriveMac, parseMac } from './mac.ts';
export { type AddressRange, formatRange, parseRange, rangeContains } from './range.ts';
export { SubnetAllocator } from './subnet-allocator.ts';
export type { DualUsage, Usage } from './usage.ts';
