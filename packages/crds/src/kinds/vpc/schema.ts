// Vpc: a logical router with its routes, policies and peerings.

import * as z from 'zod';
import { conditions } from '../../schema/condition.ts';
import { kindSchema } from '../../schema/kind-schema.ts';
import { labelSelector } from '../../schema/label-selector.ts';
import { shape } from '../../schema/shape.ts';

const text = z.string().optional();
const flag = z.boolean().optional();
const names = z.array(z.string()).optional();

const bfdPort = shape({
  enabled: z.boolean().default(false).describe('Create the port.'),
  ip: text.describe('Address of the port, dual stack as "v4,v6".'),
  nodeSelector: labelSelector
    .optional()
    .describe('Nodes whose chassis may host the port. Without it at most three nodes are taken.'),
});

const staticRoute = shape({
  policy: text.describe('policyDst (default) routes by destination, policySrc by source.'),
  cidr: text.describe('Destination (or source) CIDR or address.'),
  nextHopIP: text.describe('One next hop address.'),
  ecmpMode: text.describe('ecmp_symmetric_reply on BFD routes made by the controller.'),
  bfdId: text.describe('UUID of the OVN BFD row; filled in by the controller.'),
  routeTable: text.describe('OVN route table; empty is the main table.'),
});

const policyRoute = shape({
  priority: z.int().optional().describe('0..32767, the highest match wins.'),
  match: text.describe('OVN match expression.'),
  action: text.describe('allow, drop or reroute.'),
  nextHopIP: text.describe('Comma list of next hops; only for reroute.'),
});

const vpcPeering = shape({
  remoteVpc: text.describe('Name of the peer VPC.'),
  localConnectIP: text.describe('Address of the local end in CIDR notation, dual stack as "v4,v6".'),
});

export const vpcSpecSchema = shape({
  defaultSubnet: text.describe('Custom VPC only: namespaces bound to the VPC get this subnet first.'),
  namespaces: names.describe('Namespaces owned by the VPC; its subnets may bind only these.'),
  staticRoutes: z.array(staticRoute).optional().describe('Static routes of the router.'),
  policyRoutes: z.array(policyRoute).optional().describe('Logical router policies.'),
  vpcPeerings: z.array(vpcPeering).optional().describe('Direct links to other routers.'),
  enableExternal: flag.describe('Attach the router to the external subnet(s).'),
  extraExternalSubnets: names.describe('External VLAN subnets to attach instead of the default one.'),
  enableBfd: flag.describe('BFD between the external router port and its next hops.'),
  bfdPort: bfdPort.optional().describe('Router port bfd@<vpc> that egress and NAT gateways talk BFD to.'),
});

const bfdPortStatus = shape({
  name: text.describe('bfd@<vpc>.'),
  ip: text.describe('Address of the port.'),
  nodes: names.describe('Hosting nodes.'),
});

export const vpcStatusSchema = shape({
  conditions,
  standby: flag.describe('The router exists and is ready for subnets; subnets wait for it.'),
  default: flag.describe('True only for the default VPC.'),
  defaultLogicalSwitch: text.describe('Default subnet.'),
  router: text.describe('Logical router name, equal to the VPC name.'),
  subnets: names.describe('Subnets of the VPC, sorted.'),
  vpcPeerings: names.describe('Applied peers.'),
  enableExternal: flag.describe('Applied value.'),
  extraExternalSubnets: names.describe('Applied external subnets.'),
  enableBfd: flag.describe('Applied value.'),
  tcpLoadBalancer: text.describe('Load balancer for TCP.'),
  tcpSessionLoadBalancer: text.describe('Load balancer for TCP with session affinity.'),
  udpLoadBalancer: text.describe('Load balancer for UDP.'),
  udpSessionLoadBalancer: text.describe('Load balancer for UDP with session affinity.'),
  sctpLoadBalancer: text.describe('Load balancer for SCTP.'),
  sctpSessionLoadBalancer: text.describe('Load balancer for SCTP with session affinity.'),
  bfdPort: bfdPortStatus.optional().describe('State of the BFD port.'),
});

export const vpcSchema = kindSchema('Vpc', vpcSpecSchema, vpcStatusSchema);

export type Vpc = z.infer<typeof vpcSchema>;
export type VpcSpec = z.infer<typeof vpcSpecSchema>;
export type VpcStatus = z.infer<typeof vpcStatusSchema>;
