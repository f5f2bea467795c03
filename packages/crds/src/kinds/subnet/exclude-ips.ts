// The excludeIps of a subnet: items `a` or `a..b`, merged, sorted, with every gateway of the CIDR among them.

import { failWith, type Result } from '@kube-ovn/errors';
import { cidrContains, type DualCidr, normaliseRanges, parseAddress } from '@kube-ovn/ipam';

export function completeExcludeIps(
  subnet: string,
  given: readonly string[] | undefined,
  gateway: string,
  cidr: DualCidr,
): Result<string[]> {
  const items = given ?? [];
  const block = items.find((item) => item.includes('/'));
  if (block !== undefined) return failWith('ERR_SUBNET_EXCLUDE_IPS_INVALID', { subnet, item: block });
  const ranges = normaliseRanges(
    items,
    gateway.split(',').filter((address) => isInside(cidr, address)),
  );
  if (ranges.ok) return ranges;
  return failWith('ERR_SUBNET_EXCLUDE_IPS_INVALID', { subnet, item: String(ranges.error.params.text) }, ranges.error);
}

/** The gateway of an underlay subnet may be outside, where there is nothing to exclude it from. */
function isInside(cidr: DualCidr, text: string): boolean {
  const address = parseAddress(text);
  if (!address.ok) return false;
  return [cidr.v4, cidr.v6].some((own) => own !== undefined && cidrContains(own, address.value));
}
