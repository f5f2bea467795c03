// The gateway of a subnet: one address per family of the CIDR, the first host address where none is given.

import { failWith, ok, type Result } from '@kube-ovn/errors';
import {
  type Address,
  type Cidr,
  cidrContains,
  type DualCidr,
  formatAddress,
  isNetworkOrBroadcast,
  parseAddress,
} from '@kube-ovn/ipam';
import type { SubnetSpec } from './schema.ts';

export function completeGateway(subnet: string, spec: SubnetSpec, cidr: DualCidr): Result<string> {
  const given = readGateways(subnet, spec.gateway);
  if (!given.ok) return given;
  const gateways: Address[] = [];
  for (const [key, own] of [
    ['v4', cidr.v4],
    ['v6', cidr.v6],
  ] as const) {
    const gateway = given.value[key];
    if (own === undefined) {
      if (gateway === undefined) continue;
      return failWith('ERR_SUBNET_GATEWAY_OUTSIDE', { subnet, gateway: formatAddress(gateway), cidr: spec.cidrBlock! });
    }
    const problem = gateway && whyNotGateway(subnet, gateway, own, spec);
    if (problem) return problem;
    gateways.push(gateway ?? own.firstHost);
  }
  return ok(gateways.map(formatAddress).join(','));
}

function readGateways(subnet: string, text: string | undefined): Result<{ v4?: Address; v6?: Address }> {
  const gateways: { v4?: Address; v6?: Address } = {};
  for (const part of text ? text.split(',') : []) {
    const address = parseAddress(part.trim());
    if (!address.ok) return failWith('ERR_SUBNET_GATEWAY_INVALID', { subnet, text: text! }, address.error);
    const key = address.value.family === 4 ? 'v4' : 'v6';
    if (gateways[key]) return failWith('ERR_SUBNET_GATEWAY_INVALID', { subnet, text: text! });
    gateways[key] = address.value;
  }
  return ok(gateways);
}

function whyNotGateway(subnet: string, gateway: Address, cidr: Cidr, spec: SubnetSpec) {
  const params = { subnet, gateway: formatAddress(gateway), cidr: spec.cidrBlock! };
  if (!cidrContains(cidr, gateway) && !mayBeOutside(spec)) return failWith('ERR_SUBNET_GATEWAY_OUTSIDE', params);
  // IPv6 has no broadcast address, so the last address of a block is as good as any other.
  if (isNetworkOrBroadcast(cidr, gateway)) return failWith('ERR_SUBNET_GATEWAY_RESERVED', params);
  return undefined;
}

/**
 * A physical router on the same VLAN may have an address of another block; pods reach it by an on-link route. Where an
 * OVN router port holds the gateway address, or talks to it, the address must be of the subnet.
 */
function mayBeOutside(spec: SubnetSpec): boolean {
  return !!spec.vlan && !spec.logicalGateway && !spec.u2oInterconnection;
}
