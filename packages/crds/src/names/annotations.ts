// Annotation keys. Those of ANNOTATIONS belong to the default network; `annotation` gives the same name for any provider.

import { OVN_PROVIDER } from './well-known.ts';

/** Names that exist once per network of a pod, as `<provider>.kubernetes.io/<name>`. */
const PER_NETWORK = {
  logicalSwitch: 'logical_switch',
  ipAddress: 'ip_address',
  macAddress: 'mac_address',
  ipFamily: 'ip_family',
  ipPool: 'ip_pool',
  cidr: 'cidr',
  gateway: 'gateway',
  allocated: 'allocated',
  routed: 'routed',
  logicalRouter: 'logical_router',
  vlanId: 'vlan_id',
  providerNetwork: 'provider_network',
  podNicType: 'pod_nic_type',
  virtualMachine: 'virtualmachine',
  portSecurity: 'port_security',
  portVips: 'port_vips',
  securityGroups: 'security_groups',
  layer2Forward: 'layer2_forward',
  ingressRate: 'ingress_rate',
  egressRate: 'egress_rate',
  ingressBurst: 'ingress_burst',
  egressBurst: 'egress_burst',
  latency: 'latency',
  limit: 'limit',
  loss: 'loss',
  jitter: 'jitter',
  mirror: 'mirror',
  routes: 'routes',
  defaultRoute: 'default_route',
  dhcpV4Options: 'dhcp-v4-options',
  dhcpV6Options: 'dhcp-v6-options',
  activationStrategy: 'activation_strategy',
  vfRepresentor: 'vf_representor',
  vf: 'vf',
  vpcCidrs: 'vpc_cidrs',
} as const;

export type NetworkAnnotation = (typeof PER_NETWORK)[keyof typeof PER_NETWORK];

/** The key of a per-network annotation: provider `ovn`, `<nad>.<ns>.ovn[.<ifname>]` or `<nad>.<ns>`. */
export function annotation(provider: string, name: NetworkAnnotation): string {
  return `${provider}.kubernetes.io/${name}`;
}

/** Where the node agent looks: the key of the interface when that interface has an address of its own, else the provider's. */
export function interfaceAnnotation(
  annotations: Readonly<Record<string, string>>,
  provider: string,
  interfaceName: string,
  name: NetworkAnnotation,
): string {
  const own = `${provider}.${interfaceName}`;
  return annotation(annotation(own, PER_NETWORK.ipAddress) in annotations ? own : provider, name);
}

/** A user's wish for one interface of an attachment: `<nad>.<ns>.kubernetes.io/ip_address.<ifname>`. */
export function interfaceRequest(
  nad: string,
  namespace: string,
  name: 'ip_address' | 'mac_address',
  interfaceName: string,
): string {
  return `${nad}.${namespace}.kubernetes.io/${name}.${interfaceName}`;
}

/** Keys about a node's part of a provider network; `ready`, `interface`, `mtu`, `vlan_interfaces`, `exclude` are labels. */
export function providerNetworkKey(
  providerNetwork: string,
  name: 'exclude' | 'interface' | 'ready' | 'mtu' | 'vlan_interfaces' | 'err_mesg',
): string {
  return `${providerNetwork}.provider-network.kubernetes.io/${name}`;
}

function ofDefaultNetwork<T extends Readonly<Record<string, string>>>(
  names: T,
): { readonly [K in keyof T]: `ovn.kubernetes.io/${T[K]}` } {
  const keys = Object.entries(names).map(([key, name]) => [key, `${OVN_PROVIDER}.kubernetes.io/${name}`]);
  return Object.fromEntries(keys) as { readonly [K in keyof T]: `ovn.kubernetes.io/${T[K]}` };
}

export const ANNOTATIONS = {
  ...ofDefaultNetwork(PER_NETWORK),
  // Pods
  aaps: 'ovn.kubernetes.io/aaps',
  vip: 'ovn.kubernetes.io/vip',
  northGateway: 'ovn.kubernetes.io/north_gateway',
  eip: 'ovn.kubernetes.io/eip',
  snat: 'ovn.kubernetes.io/snat',
  bgp: 'ovn.kubernetes.io/bgp',
  vpcNatGateway: 'ovn.kubernetes.io/vpc_nat_gw',
  vpcNatGatewayInit: 'ovn.kubernetes.io/vpc_nat_gw_init',
  vpcNatGatewayContainerRestarted: 'ovn.kubernetes.io/vpc_nat_gw_container_restarted',
  generateHash: 'ovn.kubernetes.io/generate-hash',
  serviceCidrHash: 'ovn.kubernetes.io/service-cidr-hash',
  multusDefaultNetwork: 'v1.multus-cni.io/default-network',
  multusNetworks: 'k8s.v1.cni.cncf.io/networks',
  multusNetworkStatus: 'k8s.v1.cni.cncf.io/network-status',
  multusResourceName: 'k8s.v1.cni.cncf.io/resourceName',
  kubevirtMigrationJobName: 'kubevirt.io/migrationJobName',
  // Namespaces
  excludeIps: 'ovn.kubernetes.io/exclude_ips',
  // Nodes
  portName: 'ovn.kubernetes.io/port_name',
  chassis: 'ovn.kubernetes.io/chassis',
  tunnelInterface: 'ovn.kubernetes.io/tunnel_interface',
  nodeNetworks: 'ovn.kubernetes.io/node_networks',
  // Services
  vpc: 'ovn.kubernetes.io/vpc',
  switchLbVip: 'ovn.kubernetes.io/switch_lb_vip',
  routerLbVip: 'ovn.kubernetes.io/router_lb_vip',
  serviceHealthCheck: 'ovn.kubernetes.io/service_health_check',
  serviceExternalIpFromSubnet: 'ovn.kubernetes.io/service_external_ip_from_subnet',
  attachmentProvider: 'ovn.kubernetes.io/attachmentprovider',
  // Vpc, NAT
  vpcLb: 'ovn.kubernetes.io/vpc_lb',
  vpcEip: 'ovn.kubernetes.io/vpc_eip',
  vpcNat: 'ovn.kubernetes.io/vpc_nat',
  // Policies
  enableLog: 'ovn.kubernetes.io/enable_log',
  logAclActions: 'ovn.kubernetes.io/log_acl_actions',
  aclLogMeterRate: 'ovn.kubernetes.io/acl_log_meter_rate',
  networkPolicyEnforcement: 'ovn.kubernetes.io/network_policy_enforcement',
  networkPolicyFor: 'ovn.kubernetes.io/network_policy_for',
  // Secret kube-ovn-tls
  tlsCertHash: 'kube-ovn.io/kube-ovn-tls-cert-hash',
} as const;
