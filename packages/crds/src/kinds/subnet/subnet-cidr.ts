// The CIDR of a subnet: read, and refused where addresses could never be used.

import { failWith, ok, type Result } from '@kube-ovn/errors';
import { type Cidr, cidrOverlaps, type DualCidr, formatCidr, isUsable, parseCidr, parseDualCidr } from '@kube-ovn/ipam';

export function readSubnetCidr(subnet: string, text: string | undefined): Result<DualCidr> {
  if (!text) return failWith('ERR_SUBNET_CIDR_MISSING', { subnet });
  const dual = parseDualCidr(text);
  if (!dual.ok) return failWith('ERR_SUBNET_CIDR_INVALID', { subnet, text }, dual.error);
  for (const cidr of [dual.value.v4, dual.value.v6]) {
    if (cidr === undefined) continue;
    if (!isUsable(cidr)) return failWith('ERR_SUBNET_CIDR_TOO_LONG', { subnet, cidr: formatCidr(cidr) });
    const special = SPECIAL_BLOCKS.find((block) => cidrOverlaps(block.cidr, cidr));
    if (special) return failWith('ERR_SUBNET_CIDR_SPECIAL', { subnet, cidr: formatCidr(cidr), block: special.name });
  }
  return ok(dual.value);
}

/** RFC 6890: addresses that no interface may have as its own. */
const SPECIAL_BLOCKS = [
  block('0.0.0.0/32', 'the unspecified address'),
  block('127.0.0.0/8', 'loopback'),
  block('169.254.0.0/16', 'link-local'),
  block('224.0.0.0/4', 'multicast'),
  block('255.255.255.255/32', 'the broadcast address'),
  block('::/128', 'the unspecified address'),
  block('::1/128', 'loopback'),
  block('fe80::/10', 'link-local'),
  block('ff00::/8', 'multicast'),
];

function block(text: string, name: string): { readonly cidr: Cidr; readonly name: string } {
  const cidr = parseCidr(text);
  if (!cidr.ok) throw cidr.error;
  return { cidr: cidr.value, name: `${text}, ${name}` };
}
