// Everything a daemon is told from outside, already checked. main.ts fills it from flags, tests and the sandbox by hand.

import type { KubeClient } from '@kube-ovn/kube';
import type { DaemonLog, DaemonMetrics } from './observability.ts';

export interface DaemonOptions {
  readonly nodeName: string;
  readonly client: KubeClient;
  /** "unix:/run/openvswitch/db.sock" */
  readonly ovsEndpoint: string;
  /** Path of the socket that the CNI shim talks to. */
  readonly bindSocket: string;
  readonly network: NetworkOptions;
  /** How to call nft, for example ["nft"]; absent: no host rules. */
  readonly nft?: readonly string[];
  readonly cniConf?: CniConfOptions;
  /** Directory with the pid file and the control socket of ovn-controller; absent: its state is not asked for. */
  readonly ovnRunDirectory?: string;
  /** Time between two looks for ports of vanished pods. */
  readonly portCheckMs?: number;
  readonly log: DaemonLog;
  readonly metrics: DaemonMetrics;
}

export interface NetworkOptions {
  readonly clusterRouter: string;
  readonly nodeSwitch: string;
  /** "v4", "v6" or "v4,v6" */
  readonly serviceCidr: string;
  readonly networkType: 'geneve' | 'vxlan' | 'stt' | 'vlan';
  /** MTU of pods; 0: derived from the NIC of the tunnels. */
  readonly mtu: number;
  /** NIC of the tunnels: a name, or a comma list of regular expressions; empty: the NIC with the node's address. */
  readonly iface: string;
  readonly hostTunnelSource: boolean;
  readonly dpdkTunnelIface: string;
  readonly encapChecksum: boolean;
  readonly detectIpConflict: boolean;
  readonly vxlanTxOff: boolean;
  /** We are only an additional network: nothing is said about the node's own. */
  readonly nonPrimary: boolean;
  /** POD_IP(S) of the daemon, which is on the host network. */
  readonly podIps: readonly string[];
}

export interface CniConfOptions {
  readonly directory: string;
  readonly name: string;
  /** cniVersion of the built-in configuration. */
  readonly version: string;
  /** File to install instead of the built-in one, when it exists. */
  readonly source?: string;
}

export const DEFAULT_NETWORK: NetworkOptions = {
  clusterRouter: 'ovn-cluster',
  nodeSwitch: 'join',
  serviceCidr: '10.96.0.0/12',
  networkType: 'geneve',
  mtu: 0,
  iface: '',
  hostTunnelSource: false,
  dpdkTunnelIface: 'br-phy',
  encapChecksum: true,
  detectIpConflict: true,
  vxlanTxOff: false,
  nonPrimary: false,
  podIps: [],
};
