// The checks of a completed Subnet spec, in the order in which they are reported. Each looks at one thing.

import { failWith, type Result } from '@kube-ovn/errors';
import { type Address, type Cidr, cidrContains, type DualCidr, parseAddress, parseCidr } from '@kube-ovn/ipam';
import { whyBadNatRules } from './nat-outgoing-rules.ts';
import type { SubnetFacts } from './normal-spec.ts';

type Failure = Extract<Result<never>, { ok: false }>;
type Rule = (facts: SubnetFacts) => Failure | undefined;

export function firstBrokenRule(facts: SubnetFacts): Failure | undefined {
  for (const rule of RULES) {
    const failure = rule(facts);
    if (failure) return failure;
  }
  return undefined;
}

const RULES: readonly Rule[] = [
  allowSubnetsAreCidrs,
  gatewayTypeIsKnown,
  mtuCarriesIpv6,
  nameIsNotTheVpc,
  apiServerIsOutside,
  egressGatewayFits,
  vipsAreInside,
  oneKindOfUnderlayGateway,
  overlayOnlyRoutingHasItsNeeds,
  u2oAddressFits,
  ({ name, spec }) => whyBadNatRules(name, spec.natOutgoingPolicyRules ?? []),
];

function allowSubnetsAreCidrs({ name, spec }: SubnetFacts) {
  for (const text of spec.allowSubnets ?? []) {
    const cidr = parseCidr(text);
    if (!cidr.ok) return failWith('ERR_SUBNET_ALLOW_SUBNETS_INVALID', { subnet: name, text }, cidr.error);
  }
  return undefined;
}

function gatewayTypeIsKnown({ name, spec }: SubnetFacts) {
  const type = spec.gatewayType ?? '';
  return ['', 'distributed', 'centralized'].includes(type)
    ? undefined
    : failWith('ERR_SUBNET_GATEWAY_TYPE_INVALID', { subnet: name, type });
}

/** RFC 8200 section 5: every IPv6 link carries 1280 bytes. */
function mtuCarriesIpv6({ name, spec, cidr }: SubnetFacts) {
  const mtu = spec.mtu ?? 0;
  return cidr.v6 && mtu > 0 && mtu < 1280 ? failWith('ERR_SUBNET_MTU_TOO_SMALL', { subnet: name, mtu }) : undefined;
}

/** Switch and router of the same name would also share the names of their ports. */
function nameIsNotTheVpc({ name, spec }: SubnetFacts) {
  return spec.vpc === name ? failWith('ERR_SUBNET_NAME_IS_VPC', { subnet: name }) : undefined;
}

function apiServerIsOutside({ name, spec, cidr, defaults }: SubnetFacts) {
  if (spec.vpc !== defaults.defaultVpc) return undefined;
  const inside = (defaults.apiServerAddresses ?? []).find((text) => holds(cidr, text));
  return inside === undefined
    ? undefined
    : failWith('ERR_SUBNET_CIDR_API_SERVER', { subnet: name, cidr: spec.cidrBlock, address: inside });
}

function egressGatewayFits({ name, spec, cidr }: SubnetFacts) {
  const text = spec.externalEgressGateway ?? '';
  if (text === '') return undefined;
  if (spec.natOutgoing) return failWith('ERR_SUBNET_EGRESS_GATEWAY_NAT', { subnet: name });
  const seen = new Set<number>();
  for (const part of text.split(',')) {
    const address = parseAddress(part);
    if (!address.ok) return failWith('ERR_SUBNET_EGRESS_GATEWAY_INVALID', { subnet: name, text }, address.error);
    const { family } = address.value;
    if (seen.has(family)) return failWith('ERR_SUBNET_EGRESS_GATEWAY_INVALID', { subnet: name, text });
    if (!ofFamily(cidr, family)) return failWith('ERR_SUBNET_EGRESS_GATEWAY_FAMILY', { subnet: name, text });
    seen.add(family);
  }
  return undefined;
}

function vipsAreInside({ name, spec, cidr }: SubnetFacts) {
  const outside = (spec.vips ?? []).find((vip) => !holds(cidr, vip));
  return outside === undefined
    ? undefined
    : failWith('ERR_SUBNET_VIP_OUTSIDE', { subnet: name, vip: outside, cidr: spec.cidrBlock });
}

function oneKindOfUnderlayGateway({ name, spec }: SubnetFacts) {
  return spec.logicalGateway && spec.u2oInterconnection
    ? failWith('ERR_SUBNET_LOGICAL_GATEWAY_U2O', { subnet: name })
    : undefined;
}

function overlayOnlyRoutingHasItsNeeds({ name, spec }: SubnetFacts) {
  if (!spec.u2oFeatures?.overlayOnlyRouting || (spec.u2oInterconnection && spec.vlan)) return undefined;
  return failWith('ERR_SUBNET_OVERLAY_ONLY_ROUTING', { subnet: name });
}

function u2oAddressFits({ name, spec, cidr }: SubnetFacts) {
  const text = spec.u2oInterconnectionIP ?? '';
  if (text === '') return undefined;
  const gateways = spec.gateway.split(',').map(numberOf);
  for (const part of text.split(',')) {
    if (!holds(cidr, part)) {
      return failWith('ERR_SUBNET_U2O_IP_OUTSIDE', { subnet: name, address: part, cidr: spec.cidrBlock });
    }
    if (gateways.includes(numberOf(part)))
      return failWith('ERR_SUBNET_U2O_IP_IS_GATEWAY', { subnet: name, address: part });
  }
  return undefined;
}

function holds(cidr: DualCidr, text: string): boolean {
  const address = parseAddress(text);
  if (!address.ok) return false;
  const own = ofFamily(cidr, address.value.family);
  return own !== undefined && cidrContains(own, address.value);
}

function ofFamily(cidr: DualCidr, family: Address['family']): Cidr | undefined {
  return family === 4 ? cidr.v4 : cidr.v6;
}

/** An address as a number: two spellings of one IPv6 address are equal. */
function numberOf(text: string): bigint | undefined {
  const address = parseAddress(text);
  return address.ok ? address.value.value : undefined;
}
