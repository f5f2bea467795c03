// Label keys, and label values that are not simply a name.

export const LABELS = {
  subnet: 'ovn.kubernetes.io/subnet',
  nodeName: 'ovn.kubernetes.io/node-name',
  ipReserved: 'ovn.kubernetes.io/ip_reserved',
  vpc: 'ovn.kubernetes.io/vpc',
  vpcExternal: 'ovn.kubernetes.io/vpc_external',
  ovnEipType: 'ovn.kubernetes.io/ovn_eip_type',
  eipV4Ip: 'ovn.kubernetes.io/eip_v4_ip',
  eipV6Ip: 'ovn.kubernetes.io/eip_v6_ip',
  vpcDnatEport: 'ovn.kubernetes.io/vpc_dnat_eport',
  vpcNatGatewayName: 'ovn.kubernetes.io/vpc-nat-gw-name',
  vpcNatGateway: 'ovn.kubernetes.io/vpc-nat-gw',
  vpcEgressGateway: 'ovn.kubernetes.io/vpc-egress-gateway',
  vpcLb: 'ovn.kubernetes.io/vpc_lb',
  vpcDns: 'ovn.kubernetes.io/vpc-dns',
  qos: 'ovn.kubernetes.io/qos',
  // Nodes
  externalGateway: 'ovn.kubernetes.io/external-gw',
  interconnectionGateway: 'ovn.kubernetes.io/ic-gw',
  nodeExternalGateway: 'ovn.kubernetes.io/node-ext-gw',
  ovsDatapathType: 'ovn.kubernetes.io/ovs_dp_type',
  bgp: 'ovn.kubernetes.io/bgp',
  role: 'kube-ovn/role',
  // Read from pods and slices of others
  kubevirtMigrationJobUid: 'kubevirt.io/migrationJobUID',
  serviceName: 'kubernetes.io/service-name',
  // DNSNameResolver
  adminNetworkPolicy: 'anp',
} as const;

/** IPv6 in a label value: ":" becomes "-", and a dash at an edge gets a 0 beside it, because edges must be alphanumeric. */
export function ipv6LabelValue(address: string): string {
  const dashed = address.replaceAll(':', '-');
  return `${dashed.startsWith('-') ? '0' : ''}${dashed}${dashed.endsWith('-') ? '0' : ''}`;
}
