// table: the flags of kube-ovn-controller, spelled as the contract has them.

import { type ConfigOf, type ConfigShape, defineConfig, duration, TLS_OPTIONS } from '@kube-ovn/daemon-kit';
import { parseDualCidr } from '@kube-ovn/ipam';
import * as z from 'zod';

const text = z.string();
const flag = z.boolean();
const seconds = z.number().int().min(0);
const list = z.array(z.string());
const cidrs = text.refine((value) => parseDualCidr(value).ok, 'expected a CIDR, or "v4,v6"');

const CONNECT = 'Connections';
const NETWORK = 'Default network';
const NAMES = 'Names in OVN';
const FEATURES = 'Features';
const LEADER = 'Leader election';
const SERVING = 'Metrics and health';
const LATER = 'Accepted, without effect yet';

const OPTIONS = {
  northbound: {
    flag: 'ovn-nb-addr',
    env: 'OVN_NB_ADDR',
    schema: list,
    default: [],
    group: CONNECT,
    help: 'Endpoints of OVN Northbound: tcp:[ip]:6641,... or ssl:... or unix:/path.',
  },
  southbound: {
    flag: 'ovn-sb-addr',
    env: 'OVN_SB_ADDR',
    schema: list,
    default: [],
    group: CONNECT,
    help: 'Endpoints of OVN Southbound.',
  },
  tlsDirectory: {
    flag: 'ovn-tls-dir',
    schema: text,
    default: '/var/run/tls',
    group: CONNECT,
    help: 'Directory with cacert, cert and key, for endpoints that begin with ssl:.',
  },
  enableSsl: {
    env: 'ENABLE_SSL',
    schema: flag,
    default: false,
    group: CONNECT,
    help: 'Make and renew the certificates of the OVN databases (Secrets kube-ovn-tls and kube-ovn-tls-ca).',
  },
  tlsRotationInterval: {
    env: 'KUBE_OVN_TLS_ROTATION_INTERVAL',
    schema: duration(),
    default: '8760h',
    group: CONNECT,
    help: 'Age at which the certificate is renewed; it is valid for twice as long. 0: only when it has expired.',
  },
  ovnTimeout: {
    flag: 'ovn-timeout',
    schema: seconds,
    default: 60,
    group: CONNECT,
    help: 'Limit of one OVN transaction, seconds.',
  },
  ovsdbConnectTimeout: {
    flag: 'ovsdb-con-timeout',
    schema: seconds,
    default: 3,
    group: CONNECT,
    help: 'Limit of one attempt to connect to a database, seconds.',
    chart: 'features.OVSDB_CON_TIMEOUT',
  },
  ovsdbConnectRetries: {
    flag: 'ovsdb-con-maxretry',
    schema: seconds,
    default: 60,
    group: LATER,
    help: 'The controller keeps trying for as long as it runs.',
  },
  ovsdbInactivityTimeout: {
    flag: 'ovsdb-inactivity-timeout',
    schema: seconds,
    default: 10,
    group: CONNECT,
    help: 'Silence after which a database is probed and then left, seconds.',
    chart: 'features.OVSDB_INACTIVITY_TIMEOUT',
  },
  kubeconfig: {
    flag: 'kubeconfig',
    schema: text,
    default: '',
    group: CONNECT,
    help: 'Path of a kubeconfig; empty: KUBECONFIG, the service account, or ~/.kube/config.',
  },

  defaultSubnet: {
    flag: 'default-ls',
    schema: text,
    default: 'ovn-default',
    group: NETWORK,
    help: 'Name of the default subnet.',
    chart: 'networking.pods.subnetName',
  },
  defaultCidr: {
    flag: 'default-cidr',
    schema: cidrs,
    default: '10.16.0.0/16',
    group: NETWORK,
    help: 'CIDR of the default subnet, used when it does not exist yet.',
  },
  defaultGateway: {
    flag: 'default-gateway',
    schema: text,
    default: '',
    group: NETWORK,
    help: 'Gateway of the default subnet; empty: the first address.',
  },
  defaultGatewayCheck: {
    flag: 'default-gateway-check',
    schema: flag,
    default: true,
    group: NETWORK,
    help: 'Pods of the default subnet wait until the gateway answers.',
    chart: 'networking.pods.enableGatewayChecks',
  },
  defaultLogicalGateway: {
    flag: 'default-logical-gateway',
    schema: flag,
    default: false,
    group: LATER,
    help: 'VLAN mode: the OVN router is the gateway.',
  },
  defaultExcludeIps: {
    flag: 'default-exclude-ips',
    schema: list,
    default: [],
    group: NETWORK,
    help: 'Addresses a or ranges a..b of the default subnet that are never given out.',
    chart: 'networking.excludeIps',
  },
  defaultU2o: {
    flag: 'default-u2o-interconnection',
    schema: flag,
    default: false,
    group: LATER,
    help: 'VLAN mode: underlay to overlay interconnection.',
  },
  nodeSwitch: {
    flag: 'node-switch',
    schema: text,
    default: 'join',
    group: NETWORK,
    help: 'Name of the subnet that joins the nodes.',
    chart: 'networking.join.subnetName',
  },
  nodeSwitchCidr: {
    flag: 'node-switch-cidr',
    schema: cidrs,
    default: '100.64.0.0/16',
    group: NETWORK,
    help: 'CIDR of the join subnet, used when it does not exist yet.',
  },
  nodeSwitchGateway: {
    flag: 'node-switch-gateway',
    schema: text,
    default: '',
    group: NETWORK,
    help: 'Gateway of the join subnet; empty: the first address.',
  },
  serviceCidr: {
    flag: 'service-cluster-ip-range',
    schema: cidrs,
    default: '10.96.0.0/12',
    group: NETWORK,
    help: 'CIDR of Services where the API has no ServiceCIDR objects.',
  },
  networkType: {
    flag: 'network-type',
    schema: z.enum(['geneve', 'vxlan', 'stt', 'vlan']),
    default: 'geneve',
    group: NETWORK,
    help: 'How packets travel between nodes.',
    chart: 'networking.networkType',
  },
  podNicType: {
    flag: 'pod-nic-type',
    schema: text,
    default: 'veth-pair',
    group: NETWORK,
    help: 'NIC type written into the annotation of pods.',
    chart: 'networking.podNicType',
  },

  clusterRouter: {
    flag: 'cluster-router',
    schema: text,
    default: 'ovn-cluster',
    group: NAMES,
    help: 'Router and name of the default VPC.',
    chart: 'networking.defaultVpcName',
  },
  tcpLb: {
    flag: 'cluster-tcp-loadbalancer',
    schema: text,
    default: 'cluster-tcp-loadbalancer',
    group: NAMES,
    help: 'Load balancer group of the default VPC for TCP.',
  },
  udpLb: {
    flag: 'cluster-udp-loadbalancer',
    schema: text,
    default: 'cluster-udp-loadbalancer',
    group: NAMES,
    help: 'The same for UDP.',
  },
  sctpLb: {
    flag: 'cluster-sctp-loadbalancer',
    schema: text,
    default: 'cluster-sctp-loadbalancer',
    group: NAMES,
    help: 'The same for SCTP.',
  },
  tcpSessionLb: {
    flag: 'cluster-tcp-session-loadbalancer',
    schema: text,
    default: 'cluster-tcp-session-loadbalancer',
    group: NAMES,
    help: 'With session affinity, TCP.',
  },
  udpSessionLb: {
    flag: 'cluster-udp-session-loadbalancer',
    schema: text,
    default: 'cluster-udp-session-loadbalancer',
    group: NAMES,
    help: 'With session affinity, UDP.',
  },
  sctpSessionLb: {
    flag: 'cluster-sctp-session-loadbalancer',
    schema: text,
    default: 'cluster-sctp-session-loadbalancer',
    group: NAMES,
    help: 'With session affinity, SCTP.',
  },

  enableLb: {
    flag: 'enable-lb',
    schema: flag,
    default: true,
    group: FEATURES,
    help: 'Switches get the load balancers of their VPC.',
    chart: 'features.enableLoadbalancer',
  },
  gcInterval: {
    flag: 'gc-interval',
    schema: seconds,
    default: 360,
    group: FEATURES,
    help: 'Seconds between full comparisons of everything with everything.',
    chart: 'performance.gcInterval',
  },

  leaseDuration: {
    flag: 'leader-elect-lease-duration',
    schema: duration({ min: '1s' }),
    default: '30s',
    group: LEADER,
    help: 'How long a silent leader keeps the lease.',
    chart: 'controller.leaderElection.leaseDuration',
  },
  renewDeadline: {
    flag: 'leader-elect-renew-deadline',
    schema: duration({ min: '1s' }),
    default: '20s',
    group: LEADER,
    help: 'After this time without renewal the leader steps down.',
    chart: 'controller.leaderElection.renewDeadline',
  },
  retryPeriod: {
    flag: 'leader-elect-retry-period',
    schema: duration({ min: '1s' }),
    default: '6s',
    group: LEADER,
    help: 'Time between attempts.',
    chart: 'controller.leaderElection.retryPeriod',
  },
  podName: { env: 'POD_NAME', schema: text, default: '', group: LEADER, help: 'Identity in the lease; required.' },
  podNamespace: {
    env: 'POD_NAMESPACE',
    schema: text,
    default: 'kube-system',
    group: LEADER,
    help: 'Namespace of the lease.',
  },

  enableMetrics: {
    flag: 'enable-metrics',
    schema: flag,
    default: true,
    group: SERVING,
    help: 'Serve /metrics.',
    chart: 'networking.enableMetrics',
  },
  port: {
    flag: 'pprof-port',
    schema: z.number().int().min(1).max(65535),
    default: 10660,
    group: SERVING,
    help: 'Port of metrics and health.',
    chart: 'controller.metrics.port',
  },
  enablePprof: {
    flag: 'enable-pprof',
    schema: flag,
    default: false,
    group: LATER,
    help: 'Profiles are taken with the inspector of Node (NODE_OPTIONS=--inspect).',
  },
  secureServing: {
    flag: 'secure-serving',
    schema: flag,
    default: false,
    group: LATER,
    help: 'HTTPS and authorization for metrics.',
  },
  podIps: { env: 'POD_IPS', schema: list, default: [], group: SERVING, help: 'Addresses of the pod.' },
  bindLocalIp: {
    env: 'ENABLE_BIND_LOCAL_IP',
    schema: flag,
    default: false,
    group: SERVING,
    help: 'Listen on POD_IPS only.',
  },

  ...accepted(
    'cust-crd-retry-min-delay=1 cust-crd-retry-max-delay=20 worker-num=3 nodepg-probe-time=1 inspect-interval=20 bfd-min-tx=100 bfd-min-rx=100 detect-mult=3 external-gateway-vlanid=0 default-vlan-id=1',
    'default-provider-name=provider default-interface-name= default-vlan-name=ovn-vlan np-enforcement=standard external-gateway-config-ns=kube-system external-gateway-switch=external external-gateway-net=external node-local-dns-ip= image= frr-image= skip-conntrack-dst-cidrs=',
    'default-exchange-link-name=false ls-dnat-mod-dl-dst=true ls-ct-skip-dst-lport-ips=true enable-np=true enable-eip-snat=true enable-external-vpc=false enable-ecmp=false keep-vm-ip=true enable-lb-svc=false enable-ovn-lb-prefer-local=false enable-anp=false enable-dns-name-resolver=false enable-ovn-ipsec=false cert-manager-ipsec-cert=false enable-live-migration-optimize=true non-primary-cni-mode=false',
  ),
  ...TLS_OPTIONS,
} as const satisfies ConfigShape;

export const CONTROLLER_CONFIG = defineConfig(OPTIONS, {
  check(config) {
    const complaints: string[] = [];
    if (config.podName === '') complaints.push('environment variable POD_NAME is required');
    if (config.northbound.length === 0) complaints.push('--ovn-nb-addr is required');
    if (config.ovsdbInactivityTimeout <= config.ovsdbConnectTimeout)
      complaints.push('--ovsdb-inactivity-timeout must be greater than --ovsdb-con-timeout');
    if (!(config.leaseDuration > config.renewDeadline && config.renewDeadline > 1.2 * config.retryPeriod)) {
      complaints.push(
        '--leader-elect-lease-duration must be greater than --leader-elect-renew-deadline, which must be greater than 1.2 times --leader-elect-retry-period',
      );
    }
    if (config.networkType === 'vlan') complaints.push('--network-type=vlan is not built yet');
    return complaints;
  },
});

export type ControllerConfig = ConfigOf<typeof OPTIONS>;

/** Flags of features that are not built yet: existing manifests pass them. */
function accepted(numbers: string, texts: string, flags: string): ConfigShape {
  const shape = (words: string, schema: z.ZodType, read: (value: string) => unknown): [string, ConfigShape[string]][] =>
    words.split(' ').map((word) => {
      const [name = '', value = ''] = word.split('=');
      return [
        name,
        {
          flag: name,
          schema,
          default: read(value),
          group: LATER,
          hidden: true,
          help: 'Belongs to a feature that is not built yet.',
        },
      ];
    });
  return Object.fromEntries([
    ...shape(numbers, z.number(), Number),
    ...shape(texts, text, String),
    ...shape(flags, flag, (value) => value === 'true'),
  ]);
}
