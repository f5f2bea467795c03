// table: the environment of the container ovn-central, as the contract has it, and a few of our own at the end.

import { type ConfigOf, type ConfigShape, defineConfig, TLS_OPTIONS } from '@kube-ovn/daemon-kit';
import * as z from 'zod';

const text = z.string();
const flag = z.boolean();
const list = z.array(z.string());
const whole = z.number().int().min(0);

const MEMBER = 'This member';
const TLS = 'TLS';
const OVN = 'OVN';
const FILES = 'Files';

const OPTIONS = {
  nodeIps: {
    env: 'NODE_IPS',
    schema: list,
    default: [],
    group: MEMBER,
    help: 'Addresses of all members of the cluster; empty: one standalone database.',
  },
  podIp: { env: 'POD_IP', schema: text, default: '', group: MEMBER, help: 'Address of this member, one of NODE_IPS.' },
  podIps: { env: 'POD_IPS', schema: list, default: [], group: MEMBER, help: 'All addresses of this pod.' },
  podName: {
    env: 'POD_NAME',
    schema: text,
    default: '',
    group: MEMBER,
    help: 'This pod, which gets the leader labels.',
  },
  podNamespace: { env: 'POD_NAMESPACE', schema: text, default: 'kube-system', group: MEMBER, help: 'Its namespace.' },
  bindLocalIp: {
    env: 'ENABLE_BIND_LOCAL_IP',
    schema: flag,
    default: false,
    group: MEMBER,
    help: 'Listen on POD_IPS only.',
  },
  kubeconfig: {
    flag: 'kubeconfig',
    schema: text,
    default: '',
    group: MEMBER,
    help: 'Path of a kubeconfig; empty: KUBECONFIG, the service account, or ~/.kube/config.',
  },

  enableSsl: {
    env: 'ENABLE_SSL',
    schema: flag,
    default: true,
    group: TLS,
    help: 'Members and clients prove themselves with the identity in the Secret kube-ovn-tls.',
  },
  tlsMinVersion: { ...TLS_OPTIONS.tlsMinVersion, env: 'TLS_MIN_VERSION' },
  tlsMaxVersion: { ...TLS_OPTIONS.tlsMaxVersion, env: 'TLS_MAX_VERSION' },
  tlsCiphers: { ...TLS_OPTIONS.tlsCiphers, env: 'TLS_CIPHER_SUITES' },

  probeInterval: {
    env: 'PROBE_INTERVAL',
    schema: whole,
    default: 180_000,
    group: OVN,
    help: 'Silence after which a database asks its client for a sign of life, ms.',
  },
  northdProbeInterval: {
    env: 'OVN_NORTHD_PROBE_INTERVAL',
    schema: whole,
    default: 5_000,
    group: OVN,
    help: 'The same for northd, ms.',
  },
  leaderProbeInterval: {
    env: 'OVN_LEADER_PROBE_INTERVAL',
    schema: z.number().int().min(1),
    default: 5,
    group: OVN,
    help: 'Seconds between two looks at who leads.',
  },
  northdThreads: {
    env: 'OVN_NORTHD_N_THREADS',
    schema: z.number().int().min(1),
    default: 1,
    group: OVN,
    help: 'Threads of northd.',
  },
  enableCompact: {
    env: 'ENABLE_COMPACT',
    schema: flag,
    default: false,
    group: OVN,
    help: 'Compact the databases every hour, not only when they have grown.',
  },
  versionCompatibility: {
    env: 'OVN_VERSION_COMPATIBILITY',
    schema: text,
    default: '',
    group: OVN,
    help: 'Accepted, without effect: stock OVN has no such option.',
  },

  dataDirectory: {
    flag: 'data-dir',
    env: 'OVN_DBDIR',
    schema: text,
    default: '/etc/ovn',
    group: FILES,
    help: 'Databases.',
  },
  runDirectory: {
    flag: 'run-dir',
    env: 'OVN_RUNDIR',
    schema: text,
    default: '/var/run/ovn',
    group: FILES,
    help: 'Sockets.',
  },
  tlsDirectory: {
    flag: 'ovn-tls-dir',
    schema: text,
    default: '/var/run/tls',
    group: FILES,
    help: 'Where the identity is written.',
  },
  schemaDirectory: {
    flag: 'schema-dir',
    schema: text,
    default: '/usr/share/ovn',
    group: FILES,
    help: 'Schemas of the databases.',
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

export const CENTRAL_CONFIG = defineConfig(OPTIONS, {
  check({ nodeIps, podIp }) {
    if (nodeIps.length === 0) return [];
    if (podIp === '') return ['environment variable POD_IP is required with NODE_IPS'];
    if (nodeIps.includes(podIp)) return [];
    return [`POD_IP ${podIp} is not one of NODE_IPS ${nodeIps.join(',')}: this pod runs on a node that is no member`];
  },
});

export type CentralConfig = ConfigOf<typeof OPTIONS>;
