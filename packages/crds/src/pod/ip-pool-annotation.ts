// The pod annotation ip_pool: the name of an IPPool, or a list of addresses to choose from. Text that can be read in two
// ways is refused, because half of it would silently be ignored.

import { failWith, ok, type Result } from '@kube-ovn/errors';
import { type Address, formatAddress, parseAddress } from '@kube-ovn/ipam';

export type IpPoolRequest =
  | { readonly kind: 'pool'; readonly name: string }
  | { readonly kind: 'addresses'; readonly items: readonly RequestedAddresses[] };

export interface RequestedAddresses {
  readonly v4?: string;
  readonly v6?: string;
}

/**
 * `families` of the subnet decide what a comma means: with one family it separates items as ";" does, with both it
 * joins the two addresses of one item. So "v4,v6" on a dual-stack subnet is one item with both addresses given.
 */
export function parseIpPoolAnnotation(text: string, families: 'v4' | 'v6' | 'dual'): Result<IpPoolRequest> {
  const trimmed = text.trim();
  if (POOL_NAME.test(trimmed) && !parseAddress(trimmed).ok) return ok({ kind: 'pool', name: trimmed });
  const items: RequestedAddresses[] = [];
  for (const part of trimmed.split(families === 'dual' ? ';' : /[;,]/)) {
    const item = readItem(part, families);
    if (typeof item === 'string') return failWith('ERR_POD_IP_POOL_INVALID', { text, problem: item });
    items.push(item);
  }
  return ok({ kind: 'addresses', items });
}

/** Name of a Kubernetes object. "10.0.0.20..23" is none, nor is anything with a separator. */
const POOL_NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** The item, or what is wrong with it. */
function readItem(text: string, families: 'v4' | 'v6' | 'dual'): RequestedAddresses | string {
  const item: { v4?: string; v6?: string } = {};
  for (const part of text.split(',')) {
    const address = parseAddress(part.trim());
    if (!address.ok) return `"${part.trim()}" is not an address`;
    const key = keyOf(address.value);
    if (families !== 'dual' && families !== key) return `${part.trim()} is not of the family of the subnet`;
    if (item[key] !== undefined) return 'in dual stack a comma joins "v4,v6", and ";" separates the items';
    item[key] = formatAddress(address.value);
  }
  return item;
}

function keyOf(address: Address): 'v4' | 'v6' {
  return address.family === 4 ? 'v4' : 'v6';
}
