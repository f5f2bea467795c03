// The cluster-wide settings that plans read, already checked and in canonical form.

export interface NetworkConfig {
  readonly clusterRouter: string;
  readonly nodeSwitch: string;
  /** `v4`, `v6` or `v4,v6`. */
  readonly nodeSwitchCidr: string;
  readonly nodeSwitchGateway: string;
  readonly defaultSubnet: string;
  readonly defaultCidr: string;
  readonly defaultGateway: string;
  readonly defaultGatewayCheck: boolean;
  readonly defaultExcludeIps: readonly string[];
  readonly serviceCidr: string;
  readonly enableLb: boolean;
  readonly podNicType: string;
  readonly loadBalancerNames: LoadBalancerNames;
  readonly networkType: string;
}

/** The six load balancer groups of a VPC, as the contract names them. */
export interface LoadBalancerNames {
  readonly tcp: string;
  readonly tcpSession: string;
  readonly udp: string;
  readonly udpSession: string;
  readonly sctp: string;
  readonly sctpSession: string;
}

export function loadBalancerNames(vpc: string, config: NetworkConfig): LoadBalancerNames {
  if (vpc === config.clusterRouter) return config.loadBalancerNames;
  return {
    tcp: `vpc-${vpc}-tcp-load`,
    tcpSession: `vpc-${vpc}-tcp-sess-load`,
    udp: `vpc-${vpc}-udp-load`,
    udpSession: `vpc-${vpc}-udp-sess-load`,
    sctp: `vpc-${vpc}-sctp-load`,
    sctpSession: `vpc-${vpc}-sctp-sess-load`,
  };
}

/** The contract's defaults for a dual-stack (or given) set of CIDRs. */
export function defaultNetworkConfig(overrides: Partial<NetworkConfig> = {}): NetworkConfig {
  return {
    clusterRouter: 'ovn-cluster',
    nodeSwitch: 'join',
    nodeSwitchCidr: '100.64.0.0/16',
    nodeSwitchGateway: '',
    defaultSubnet: 'ovn-default',
    defaultCidr: '10.16.0.0/16',
    defaultGateway: '',
    defaultGatewayCheck: true,
    defaultExcludeIps: [],
    serviceCidr: '10.96.0.0/12',
    enableLb: true,
    podNicType: 'veth-pair',
    networkType: 'geneve',
    loadBalancerNames: {
      tcp: 'cluster-tcp-loadbalancer',
      tcpSession: 'cluster-tcp-session-loadbalancer',
      udp: 'cluster-udp-loadbalancer',
      udpSession: 'cluster-udp-session-loadbalancer',
      sctp: 'cluster-sctp-loadbalancer',
      sctpSession: 'cluster-sctp-session-loadbalancer',
    },
    ...overrides,
  };
}
