// table: the environment of the container openvswitch, as the contract has it, and a few of our own.

import { type ConfigOf, type ConfigShape, defineConfig } from '@kube-ovn/daemon-kit';
import * as z from 'zod';

const text = z.string();
const flag = z.boolean();
const list = z.array(z.string());
const whole = z.number().int().min(0);

const NODE = 'This node';
const OVN = 'OVN';
const FILES = 'Files';

const OPTIONS = {
  nodeName: { env: 'NODE_NAME', schema: text, default: '', group: NODE, help: 'Name of the Node object; required.' },
  kubeNodeName: {
    env: 'KUBE_NODE_NAME',
    schema: text,
    default: '',
    group: NODE,
    help: 'The same, as older manifests have it.',
  },
  podName: { env: 'POD_NAME', schema: text, default: '', group: NODE, help: 'This pod.' },
  podNamespace: { env: 'POD_NAMESPACE', schema: text, default: 'kube-system', group: NODE, help: 'Its namespace.' },
  podIp: { env: 'POD_IP', schema: text, default: '', group: NODE, help: 'Address of the node.' },
  podIps: { env: 'POD_IPS', schema: list, default: [], group: NODE, help: 'All addresses of the node.' },
  datapath: {
    flag: 'datapath',
    env: 'OVS_DATAPATH',
    schema: z.enum(['auto', 'system', 'userspace']),
    default: 'auto',
    group: NODE,
    help: 'system: the kernel module. userspace: without it. auto: userspace on nodes labelled ovn.kubernetes.io/ovs_dp_type=userspace.',
  },
  tunnelNic: {
    flag: 'tunnel-nic',
    env: 'TUNNEL_NIC',
    schema: text,
    default: 'eth1',
    group: NODE,
    help: 'Userspace: NIC that goes, with its addresses, into the bridge br-phy. Never the one of the node itself.',
  },
  hardwareOffload: { env: 'HW_OFFLOAD', schema: flag, default: false, group: NODE, help: 'Offload flows to the NIC.' },
  manageModules: {
    flag: 'manage-modules',
    env: 'MANAGE_MODULES',
    schema: flag,
    default: true,
    group: NODE,
    help: 'Load the kernel module openvswitch when it is not there.',
  },
  daemonSet: {
    flag: 'daemon-set',
    schema: text,
    default: 'ovs-ovn',
    group: NODE,
    help: 'When the DaemonSet of this name is gone at the end of the pod, the node is left as it was found.',
  },
  kubeconfig: {
    flag: 'kubeconfig',
    schema: text,
    default: '',
    group: NODE,
    help: 'Path of a kubeconfig; empty: KUBECONFIG, the service account, or ~/.kube/config.',
  },

  databaseIps: {
    env: 'OVN_DB_IPS',
    schema: list,
    default: [],
    group: OVN,
    help: 'Addresses of the Southbound database.',
  },
  southboundAddress: {
    env: 'OVN_SB_ADDR',
    schema: text,
    default: '',
    group: OVN,
    help: 'Its endpoints; wins over OVN_DB_IPS.',
  },
  southboundPort: { env: 'KUBE_OVN_SB_PORT', schema: whole, default: 6642, group: OVN, help: 'Its port.' },
  tunnelType: {
    env: 'TUNNEL_TYPE',
    schema: z.enum(['geneve', 'vxlan', 'stt']),
    default: 'geneve',
    group: OVN,
    help: 'How packets travel between nodes.',
  },
  enableSsl: { env: 'ENABLE_SSL', schema: flag, default: true, group: OVN, help: 'TLS, by the Secret kube-ovn-tls.' },
  remoteProbeInterval: {
    env: 'OVN_REMOTE_PROBE_INTERVAL',
    schema: whole,
    default: 10_000,
    group: OVN,
    help: 'Silence after which ovn-controller asks the Southbound database for a sign of life, ms.',
  },
  openflowProbeInterval: {
    env: 'OVN_REMOTE_OPENFLOW_INTERVAL',
    schema: whole,
    default: 180,
    group: OVN,
    help: 'The same for its connection to the switch, seconds.',
  },

  etcDirectory: {
    flag: 'etc-dir',
    env: 'OVS_SYSCONFDIR',
    schema: text,
    default: '/etc/openvswitch',
    group: FILES,
    help: 'Database and identity.',
  },
  runDirectory: {
    flag: 'run-dir',
    env: 'OVS_RUNDIR',
    schema: text,
    default: '/var/run/openvswitch',
    group: FILES,
    help: 'Sockets.',
  },
  ovnRunDirectory: {
    flag: 'ovn-run-dir',
    env: 'OVN_RUNDIR',
    schema: text,
    default: '/var/run/ovn',
    group: FILES,
    help: 'Sockets of OVN.',
  },
  schemaDirectory: {
    flag: 'schema-dir',
    schema: text,
    default: '/usr/share/openvswitch',
    group: FILES,
    help: 'Schema of the database.',
  },
  tlsDirectory: {
    flag: 'ovn-tls-dir',
    schema: text,
    default: '/var/run/tls',
    group: FILES,
    help: 'Where the identity is written.',
  },
  metricsPort: {
    flag: 'metrics-port',
    env: 'METRICS_PORT',
    schema: z.number().int().min(0).max(65535),
    default: 0,
    group: OVN,
    help: 'Port of metrics and health; 0: none.',
  },
} as const satisfies ConfigShape;

export const NODE_CONFIG = defineConfig(OPTIONS, {
  check: (config) => [
    ...(config.nodeName || config.kubeNodeName ? [] : ['environment variable NODE_NAME is required']),
    ...(config.databaseIps.length > 0 || config.southboundAddress ? [] : ['OVN_DB_IPS or OVN_SB_ADDR is required']),
  ],
});

export type NodeConfig = ConfigOf<typeof OPTIONS>;

/** "ssl:[10.0.0.1]:6642,ssl:[10.0.0.2]:6642" */
export function southboundEndpoints(
  config: Pick<NodeConfig, 'databaseIps' | 'southboundAddress' | 'southboundPort' | 'enableSsl'>,
): string {
  if (config.southboundAddress) return config.southboundAddress;
  const scheme = config.enableSsl ? 'ssl' : 'tcp';
  return config.databaseIps.map((ip) => `${scheme}:[${ip}]:${config.southboundPort}`).join(',');
}
