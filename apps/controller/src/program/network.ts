// From flags to the settings that plans read.

import { normaliseDualCidr } from '@kube-ovn/ipam';
import type { ControllerConfig } from '../config.ts';
import type { NetworkConfig } from '../network-config.ts';

export function networkConfig(config: ControllerConfig): NetworkConfig {
  return {
    clusterRouter: config.clusterRouter,
    nodeSwitch: config.nodeSwitch,
    nodeSwitchCidr: canonical(config.nodeSwitchCidr),
    nodeSwitchGateway: config.nodeSwitchGateway,
    defaultSubnet: config.defaultSubnet,
    defaultCidr: canonical(config.defaultCidr),
    defaultGateway: config.defaultGateway,
    defaultGatewayCheck: config.defaultGatewayCheck,
    defaultExcludeIps: config.defaultExcludeIps,
    serviceCidr: canonical(config.serviceCidr),
    enableLb: config.enableLb,
    podNicType: config.podNicType,
    networkType: config.networkType,
    loadBalancerNames: {
      tcp: config.tcpLb,
      tcpSession: config.tcpSessionLb,
      udp: config.udpLb,
      udpSession: config.udpSessionLb,
      sctp: config.sctpLb,
      sctpSession: config.sctpSessionLb,
    },
  };
}

/** The flags' schemas have checked it already. */
function canonical(cidrs: string): string {
  const normal = normaliseDualCidr(cidrs);
  return normal.ok ? normal.value : cidrs;
}
