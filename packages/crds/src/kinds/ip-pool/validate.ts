// Checks an IPPool spec as far as the object alone decides it; that it lies inside its subnet is the allocator's to say.

import { failWith, ok, type Result } from '@kube-ovn/errors';
import { type DualSet, parseRange, parseRanges } from '@kube-ovn/ipam';
import type { IPPoolSpec } from './schema.ts';

export interface NormalIpPoolSpec extends IPPoolSpec {
  /** The addresses of `ips`, merged, per family. */
  readonly addresses: DualSet;
}

export function validateIpPoolSpec(pool: string, spec: IPPoolSpec): Result<NormalIpPoolSpec> {
  if (spec.subnet === '') return failWith('ERR_IPPOOL_SUBNET_MISSING', { pool });
  if (spec.ips.length === 0) return failWith('ERR_IPPOOL_EMPTY', { pool });
  const item = spec.ips.find((text) => !parseRange(text).ok);
  const addresses = parseRanges(spec.ips);
  if (item !== undefined || !addresses.ok) {
    return failWith('ERR_IPPOOL_RANGE_INVALID', { pool, item: item ?? '' }, addresses.ok ? undefined : addresses.error);
  }
  return ok({ ...spec, addresses: addresses.value });
}
