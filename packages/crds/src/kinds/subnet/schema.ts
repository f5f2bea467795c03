// Subnet: a logical switch with its CIDR, gateway and policies. Every field is optional; the controller fills in what it needs.

import * as z from 'zod';
import { conditions } from '../../schema/condition.ts';
import { count } from '../../schema/count.ts';
import { kindSchema } from '../../schema/kind-schema.ts';
import { labelSelector } from '../../schema/label-selector.ts';
import { shape } from '../../schema/shape.ts';

const text = z.string().optional();
const flag = z.boolean().optional();
const names = z.array(z.string()).optional();
const int32 = z.int().optional().meta({ format: 'int32' });

const acl = shape({
  direction: text.describe('from-lport or to-lport.'),
  priority: z.int().optional().describe('0..32767, the highest match wins.'),
  match: text.describe('OVN match expression.'),
  action: text.describe('allow, allow-related, allow-stateless, drop, reject or pass.'),
});

const natMatch = shape({
  srcIPs: text.describe('Comma list of source addresses and CIDRs.'),
  dstIPs: text.describe('Comma list of destination addresses and CIDRs.'),
}).optional();

const natRule = shape({
  match: natMatch.describe('Condition; at least one side.'),
  action: text.describe('nat or forward.'),
});

export const subnetSpecSchema = shape({
  default: flag.describe(
    'Marks the default subnet of its VPC. In the default VPC only the configured default subnet may keep it.',
  ),
  vpc: text.describe('VPC of the subnet; empty is the default VPC.'),
  protocol: text.describe('IPv4, IPv6, Dual, or Mac. Always recomputed from cidrBlock.'),
  namespaces: names.describe('Namespaces bound to the subnet.'),
  namespaceSelectors: z.array(labelSelector).optional().describe('Selectors that bind namespaces as well.'),
  cidrBlock: text.describe('CIDR, dual stack as "v4,v6"; rewritten to network form. May be extended.'),
  gateway: text.describe('Gateway address(es); empty is the first address of each family.'),
  excludeIps: names.describe(
    'Addresses and ranges first..last that are never given out by themselves; the gateway is added.',
  ),
  provider: text.describe('ovn, <nad>.<namespace>.ovn for an attachment, or <nad>.<namespace> for one with IPAM only.'),
  gatewayType: text.describe('distributed or centralized.'),
  gatewayNode: text.describe('Centralized only: comma list of nodes, each optionally node:egressIP.'),
  gatewayNodeSelectors: z
    .array(labelSelector)
    .optional()
    .describe('Selectors of gateway nodes, used when gatewayNode is empty.'),
  enableEcmp: flag.describe('Centralized only: all ready gateway nodes at once instead of one at a time.'),
  natOutgoing: flag.describe('Masquerade traffic that leaves the cluster from this subnet.'),
  natOutgoingPolicyRules: z.array(natRule).optional().describe('Ordered exceptions, evaluated before natOutgoing.'),
  externalEgressGateway: text.describe(
    'External router(s) that egress traffic is policy-routed to by the gateway node.',
  ),
  policyRoutingPriority: int32.describe('Priority of the ip rule for externalEgressGateway, 1..32765.'),
  policyRoutingTableID: int32.describe(
    'Routing table for externalEgressGateway, unique among subnets of a VPC and VLAN.',
  ),
  mtu: int32.describe('MTU of the pods; 0 is computed from the node.'),
  private: flag.describe('Drop traffic from outside, except the join network, the subnet itself and allowSubnets.'),
  allowSubnets: names.describe('CIDRs that may talk to a private subnet.'),
  allowEWTraffic: flag.describe('With acls: allow traffic inside the subnet at priority 1900.'),
  acls: z.array(acl).optional().describe('Extra ACLs of the logical switch.'),
  vlan: text.describe('Vlan that makes this an underlay subnet.'),
  logicalGateway: flag.describe('Underlay only: the OVN router port is the gateway, not the physical one.'),
  disableGatewayCheck: flag.describe('Pods do not wait for the gateway to answer.'),
  disableInterConnection: flag.describe('Do not export the subnet to OVN interconnection.'),
  enableDHCP: flag.describe('Native DHCP of OVN.'),
  dhcpV4Options: text.describe('DHCPv4 options k=v,k={a,b}; empty is the built-in set.'),
  dhcpV6Options: text.describe('DHCPv6 options k=v,k={a,b}; empty is the built-in set.'),
  enableIPv6RA: flag.describe('Router advertisements on the router port.'),
  ipv6RAConfigs: text.describe(
    'RA options k=v,...; default address_mode=dhcpv6_stateful,max_interval=30,min_interval=5,send_periodic=true.',
  ),
  vips: names.describe('Addresses pre-created as OVN virtual ports.'),
  enableLb: flag.describe("Attach the VPC's load balancers; unset follows the controller's flag."),
  enableMulticastSnoop: flag.describe('IGMP and MLD snooping with a querier.'),
  enableExternalLBAddress: flag.describe(
    'Underlay: addresses may be external addresses of Services, served on the node bridge.',
  ),
  routeTable: text.describe("OVN route table of the subnet's router port."),
  nodeNetwork: text.describe(
    'Key into the node annotation node_networks: which address is the tunnel endpoint for pods of the subnet.',
  ),
  u2oInterconnection: flag.describe('Underlay pods reach the overlay through the VPC router.'),
  u2oInterconnectionIP: text.describe('Address of that router port; given by IPAM if empty.'),
  u2oFeatures: shape({
    overlayOnlyRouting: flag.describe('Only overlay CIDRs go through the router, the rest to the physical gateway.'),
  })
    .optional()
    .describe('Options of u2oInterconnection.'),
});

const natRuleStatus = shape({
  ruleID: text.describe('12 hexadecimal digits, used in chain and set names.'),
  match: natMatch.describe('Copy of the rule.'),
  action: text.describe('Copy of the rule.'),
});

export const subnetStatusSchema = shape({
  conditions,
  v4availableIPs: count.optional().describe('Free IPv4 addresses.'),
  v4availableIPrange: text.describe('Free IPv4 addresses as first..last,...'),
  v4usingIPs: count.optional().describe('IPv4 addresses in use.'),
  v4usingIPrange: text.describe('IPv4 addresses in use as first..last,...'),
  v6availableIPs: count.optional().describe('Free IPv6 addresses.'),
  v6availableIPrange: text.describe('Free IPv6 addresses as first..last,...'),
  v6usingIPs: count.optional().describe('IPv6 addresses in use.'),
  v6usingIPrange: text.describe('IPv6 addresses in use as first..last,...'),
  activateGateway: text.describe('Current gateway node (centralized without ECMP).'),
  dhcpV4OptionsUUID: text.describe('OVN DHCP options row.'),
  dhcpV6OptionsUUID: text.describe('OVN DHCP options row.'),
  u2oInterconnectionIP: text.describe('Address(es) of the underlay-to-overlay router port.'),
  u2oInterconnectionMAC: text.describe('MAC of that port.'),
  u2oInterconnectionVPC: text.describe('Router in use.'),
  mcastQuerierIP: text.describe('Address of the multicast querier.'),
  mcastQuerierMAC: text.describe('MAC of the multicast querier.'),
  natOutgoingPolicyRules: z.array(natRuleStatus).optional().describe('Rules with their ids.'),
});

export const subnetSchema = kindSchema('Subnet', subnetSpecSchema, subnetStatusSchema);

export type Subnet = z.infer<typeof subnetSchema>;
export type SubnetSpec = z.infer<typeof subnetSpecSchema>;
export type SubnetStatus = z.infer<typeof subnetStatusSchema>;
export type NatOutgoingPolicyRule = z.infer<typeof natRule>;
export type NatOutgoingPolicyRuleStatus = z.infer<typeof natRuleStatus>;
