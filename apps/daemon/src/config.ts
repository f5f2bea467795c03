// table: the flags of kube-ovn-daemon, spelled as the contract has them, and a few of our own at the end.

import { type ConfigOf, type ConfigShape, defineConfig, duration, TLS_OPTIONS } from '@kube-ovn/daemon-kit';
import { parseDualCidr } from '@kube-ovn/ipam';
import type { KubeClient } from '@kube-ovn/kube';
import * as z from 'zod';
import type { DaemonLog, DaemonMetrics } from './observability.ts';
import type { DaemonOptions } from './options.ts';

const text = z.string();
const flag = z.boolean();
const port = z.number().int().min(0).max(65535);
const cidrs = text.refine((value) => parseDualCidr(value).ok, 'expected a CIDR, or "v4,v6"');

const NODE = 'This node';
const NETWORK = 'Network';
const CNI = 'CNI';
const SERVING = 'Metrics and health';
const LATER = 'Accepted, without effect yet';

function later(name: string, schema: z.ZodType, value: unknown) {
  return { flag: name, schema, default: value, group: LATER, help: 'Its feature is not built yet.' };
}

const OPTIONS = {
  iface: {
    flag: 'iface',
    schema: text,
    default: '',
    group: NODE,
    help: 'NIC of the tunnels, or a comma list of regular expressions; empty: the NIC with the address of the node.',
    chart: 'agent.interface',
  },
  hostTunnelSource: {
    flag: 'host-tunnel-src',
    schema: flag,
    default: false,
    group: NODE,
    help: 'Allow tunnel addresses with a full prefix (/32, /128), for example on lo.',
    chart: 'features.enableHostTunnelSrc',
  },
  dpdkTunnelIface: {
    flag: 'dpdk-tunnel-iface',
    schema: text,
    default: 'br-phy',
    group: NODE,
    help: 'NIC of the tunnels on nodes labelled ovn.kubernetes.io/ovs_dp_type=userspace.',
    chart: 'agent.dpdkTunnelInterface',
  },
  mtu: {
    flag: 'mtu',
    schema: z.number().int().min(0).max(65535),
    default: 0,
    group: NODE,
    help: 'MTU of pods; 0: that of the NIC without what the tunnel adds.',
    chart: 'networking.pods.mtu',
  },
  ovsSocket: {
    flag: 'ovs-socket',
    schema: text,
    default: '',
    group: NODE,
    help: 'Open vSwitch database; empty: unix:/run/openvswitch/db.sock.',
  },
  nodeName: {
    flag: 'node-name',
    env: 'NODE_NAME',
    schema: text,
    default: '',
    group: NODE,
    help: 'Name of the Node object.',
  },
  kubeNodeName: {
    env: 'KUBE_NODE_NAME',
    schema: text,
    default: '',
    group: NODE,
    help: 'The same, as older manifests have it.',
  },
  podIp: {
    env: 'POD_IP',
    schema: text,
    default: '',
    group: NODE,
    help: 'Address of the node, first choice for the tunnels.',
  },
  podIps: { env: 'POD_IPS', schema: text, default: '', group: NODE, help: 'All addresses of the node.' },
  podNamespace: {
    env: 'POD_NAMESPACE',
    schema: text,
    default: 'kube-system',
    group: NODE,
    help: 'Namespace of the program itself.',
  },
  kubeconfig: {
    flag: 'kubeconfig',
    schema: text,
    default: '',
    group: NODE,
    help: 'Path of a kubeconfig; empty: KUBECONFIG, the service account, or ~/.kube/config.',
  },

  serviceCidr: {
    flag: 'service-cluster-ip-range',
    schema: cidrs,
    default: '10.96.0.0/12',
    group: NETWORK,
    help: 'CIDR of Services, dual stack as "v4,v6".',
  },
  clusterRouter: {
    flag: 'cluster-router',
    schema: text,
    default: 'ovn-cluster',
    group: NETWORK,
    help: 'Name of the default VPC.',
    chart: 'networking.defaultVpcName',
  },
  nodeSwitch: {
    flag: 'node-switch',
    schema: text,
    default: 'join',
    group: NETWORK,
    help: 'Name of the subnet that joins nodes to the network.',
    chart: 'networking.join.subnetName',
  },
  encapChecksum: {
    flag: 'encap-checksum',
    schema: flag,
    default: true,
    group: NETWORK,
    help: 'Checksums in the outer header of tunnels.',
  },
  networkType: {
    flag: 'network-type',
    schema: z.enum(['geneve', 'vxlan', 'stt', 'vlan']),
    default: 'geneve',
    group: NETWORK,
    help: 'Tunnels: decides how much room they take from the MTU.',
  },
  vxlanTxOff: {
    flag: 'set-vxlan-tx-off',
    schema: flag,
    default: false,
    group: NETWORK,
    help: 'Transmit checksum offload off on vxlan_sys_4789.',
    chart: 'features.SET_VXLAN_TX_OFF',
  },
  nonPrimary: {
    flag: 'non-primary-cni-mode',
    schema: flag,
    default: false,
    group: NETWORK,
    help: 'Another plugin makes the main network: host rules and node conditions are left alone.',
    chart: 'cni.nonPrimaryCNI',
  },

  bindSocket: {
    flag: 'bind-socket',
    schema: text,
    default: '/run/openvswitch/kube-ovn-daemon.sock',
    group: CNI,
    help: 'Socket for the CNI plugin.',
  },
  detectIpConflict: {
    flag: 'enable-arp-detect-ip-conflict',
    schema: flag,
    default: true,
    group: CNI,
    help: 'Look for other holders of the address of a new pod, beside its set-up.',
  },
  cniConfDir: {
    flag: 'cni-conf-dir',
    schema: text,
    default: '/etc/cni/net.d',
    group: CNI,
    help: 'Directory of CNI configurations.',
  },
  cniConfFile: {
    flag: 'cni-conf-file',
    schema: text,
    default: '/kube-ovn/01-kube-ovn.conflist',
    group: CNI,
    help: 'Configuration to install; when the file does not exist, the built-in one.',
    chart: 'cni.localConfigFile',
  },
  cniConfName: {
    flag: 'cni-conf-name',
    schema: text,
    default: '01-kube-ovn.conflist',
    group: CNI,
    help: 'Name of the installed configuration.',
  },
  installCniConfig: {
    flag: 'install-cni-config',
    schema: flag,
    default: false,
    group: CNI,
    help: 'Run once: install the configuration if a running daemon is ready, then end.',
  },
  cniVersion: {
    flag: 'cni-version',
    schema: z.enum(['0.3.1', '0.4.0', '1.0.0', '1.1.0']),
    default: '0.3.1',
    group: CNI,
    help: 'cniVersion of the built-in configuration; from 1.1.0 on runtimes ask for STATUS and GC.',
    chart: 'cni.version',
  },
  manageCniConf: {
    flag: 'manage-cni-config',
    schema: flag,
    default: true,
    group: CNI,
    help: 'Keep the configuration installed while the node is ready.',
  },

  metricsPort: {
    flag: 'pprof-port',
    schema: port,
    default: 10665,
    group: SERVING,
    help: 'Port of metrics and health.',
    chart: 'agent.metrics.port',
  },
  healthHost: {
    flag: 'health-host',
    schema: text,
    default: '',
    group: SERVING,
    help: 'Address of that port; empty: all, or POD_IPS with ENABLE_BIND_LOCAL_IP.',
  },
  enableMetrics: {
    flag: 'enable-metrics',
    schema: flag,
    default: true,
    group: SERVING,
    help: 'Serve /metrics; health is served always.',
    chart: 'networking.enableMetrics',
  },

  nftCommand: {
    flag: 'nft-command',
    schema: text,
    default: 'nft',
    group: NODE,
    help: 'The nft program, with arguments by space.',
  },
  ovnRunDir: {
    flag: 'ovn-run-dir',
    env: 'OVN_RUNDIR',
    schema: text,
    default: '/run/ovn',
    group: NODE,
    help: 'Where the control socket of ovn-controller is.',
  },

  portCheckInterval: {
    flag: 'port-check-interval',
    schema: duration({ min: '100ms' }),
    default: '60s',
    group: CNI,
    help: 'Time between two looks for ports of pods that are gone.',
  },

  enableMirror: later('enable-mirror', flag, false),
  mirrorIface: later('mirror-iface', text, 'mirror0'),
  enablePprof: later('enable-pprof', flag, false),
  secureServing: later('secure-serving', flag, false),
  macLearningFallback: later('mac-learning-fallback', flag, false),
  defaultProviderName: later('default-provider-name', text, 'provider'),
  defaultInterfaceName: later('default-interface-name', text, ''),
  externalGatewayConfigNs: later('external-gateway-config-ns', text, 'kube-system'),
  externalGatewaySwitch: later('external-gateway-switch', text, 'external'),
  kubeletDir: later('kubelet-dir', text, '/var/lib/kubelet'),
  enableVerboseConnCheck: later('enable-verbose-conn-check', flag, false),
  tcpConnCheckPort: later('tcp-conn-check-port', port, 8100),
  udpConnCheckPort: later('udp-conn-check-port', port, 8101),
  enableTproxy: later('enable-tproxy', flag, false),
  ovsVsctlConcurrency: later('ovs-vsctl-concurrency', z.number().int().min(0), 100),
  enableOvnIpsec: later('enable-ovn-ipsec', flag, false),
  certManagerIpsecCert: later('cert-manager-ipsec-cert', flag, false),
  certManagerIssuerName: later('cert-manager-issuer-name', text, 'kube-ovn'),
  ovnIpsecCertDuration: later('ovn-ipsec-cert-duration', z.number().int().min(0), 63072000),
  ...TLS_OPTIONS,
} as const satisfies ConfigShape;

export const DAEMON_CONFIG = defineConfig(OPTIONS, {
  check: ({ nodeName, kubeNodeName, installCniConfig }) =>
    nodeName === '' && kubeNodeName === '' && !installCniConfig
      ? ['the node is not named: set NODE_NAME or --node-name']
      : [],
});

export type DaemonConfig = ConfigOf<typeof OPTIONS>;

export function daemonOptions(
  config: DaemonConfig,
  { client, log, metrics }: { readonly client: KubeClient; readonly log: DaemonLog; readonly metrics: DaemonMetrics },
): DaemonOptions {
  const { clusterRouter, nodeSwitch, serviceCidr, networkType, mtu, iface, hostTunnelSource } = config;
  const { dpdkTunnelIface, encapChecksum, detectIpConflict, vxlanTxOff, nonPrimary } = config;
  const podIps = [config.podIp, ...config.podIps.split(',')].flatMap((ip) => ip.trim() || []);
  return {
    nodeName: config.nodeName || config.kubeNodeName,
    client,
    ovsEndpoint: config.ovsSocket === '' ? 'unix:/run/openvswitch/db.sock' : endpointOf(config.ovsSocket),
    bindSocket: config.bindSocket,
    network: {
      ...{ clusterRouter, nodeSwitch, serviceCidr, networkType, mtu, iface, hostTunnelSource },
      ...{ dpdkTunnelIface, encapChecksum, detectIpConflict, vxlanTxOff, nonPrimary },
      podIps: [...new Set(podIps)],
    },
    nft: config.nonPrimary ? undefined : config.nftCommand.split(' ').filter(Boolean),
    cniConf: config.manageCniConf ? confOptions(config) : undefined,
    ovnRunDirectory: config.ovnRunDir,
    portCheckMs: config.portCheckInterval,
    log,
    metrics,
  };
}

export function confOptions(config: DaemonConfig) {
  return {
    directory: config.cniConfDir,
    name: config.cniConfName,
    version: config.cniVersion,
    source: config.cniConfFile,
  };
}

/** A bare path is a unix socket. */
function endpointOf(socket: string): string {
  return socket.startsWith('/') ? `unix:${socket}` : socket;
}
