// table: the values that are the chart's own: where things run, what the cluster looks like, and what programs cannot know.

import { parseDuration } from '@kube-ovn/daemon-kit';
import * as z from 'zod';
import { component } from './component-values.ts';
import type { ValueSpec } from './value-spec.ts';

const text = z.string();
const flag = z.boolean();
const whole = z.int().min(0);
const list = z.array(z.string());
const textOrList = z.union([text, list]);
const map = z.record(z.string(), z.string());
const objects = z.array(z.looseObject({}));
const IPV4_CIDR = /^(\d{1,3}\.){3}\d{1,3}\/\d{1,2}$/;
const IPV6_CIDR = /^[0-9a-fA-F:]*:[0-9a-fA-F:]*\/\d{1,3}$/;
const cidr4 = text.regex(IPV4_CIDR).or(z.literal(''));
const cidr6 = text.regex(IPV6_CIDR).or(z.literal(''));
const absolute = text.regex(/^\/[^,:]*$/);
const duration = text.refine((value) => parseDuration(value) !== undefined);

export const OWN_VALUES: readonly ValueSpec[] = [
  // Images
  own('global.registry.address', text, 'docker.io/kubeovn', 'Registry and path before the names of all images.'),
  own('global.registry.imagePullSecrets', z.array(z.union([text, z.looseObject({})])), [], 'Names of pull secrets.'),
  own('global.images.kubeovn.repository', text, 'kube-ovn', 'Image of the programs.'),
  own('global.images.kubeovn.tag', text, '', 'Its tag; empty: the appVersion of the chart.'),
  own('global.images.dataplane.repository', text, 'kube-ovn-dataplane', 'Image with OVN and Open vSwitch.'),
  own('global.images.dataplane.tag', text, '', 'Its tag; empty: that of the image of the programs.'),
  inert('global.images.natgateway', z.looseObject({}), {}, 'Image of NAT gateways.'),
  own('image.pullPolicy', z.enum(['Always', 'IfNotPresent', 'Never']), 'IfNotPresent', 'Pull policy of all images.'),
  own('namespace', text, 'kube-system', 'Namespace of all objects; they exist once in a cluster.'),
  inert('nameOverride', text, '', 'Names are fixed.'),
  inert('fullnameOverride', text, '', 'Names are fixed.'),
  inert('clusterDomain', text, 'cluster.local', 'Domain of the cluster.'),

  // Control plane
  own('masterNodes', list, [], 'Addresses of the nodes of ovn-central. Empty: one replica on a control plane node.'),
  own(
    'masterNodesLabels',
    map,
    {},
    'Labels of nodes that may run ovn-central, any of them; an empty value asks only for the key. Empty: kube-ovn/role=master or node-role.kubernetes.io/control-plane.',
  ),
  own('central.replicas', whole, 0, 'Replicas of ovn-central; 0: as many as masterNodes has, else one.'),
  own('central.tolerations', objects, [{ operator: 'Exists' }], 'Tolerations of ovn-central.'),
  own('central.nodeSelector', map, { 'kubernetes.io/os': 'linux' }, 'Node selector of ovn-central.'),
  own('central.ovnNorthdProbeInterval', whole, 5000, 'Probes of northd to the databases, milliseconds.'),
  own('central.ovnLeaderProbeInterval', z.int().min(1), 5, 'How often leadership is looked at, seconds.'),
  own('central.ovnNorthdNThreads', z.int().min(1), 1, 'Threads of northd.'),
  later('central.hcp.enabled', flag, false, 'ovn-central in a hosted control plane.'),
  inert('central.hcp', z.looseObject({}), {}, 'Settings of central.hcp.enabled.'),
  later('central.mode', text, 'cluster', 'cluster: databases on host paths; single: one on a volume claim.'),
  inert('central.storage', z.looseObject({}), {}, 'Volume claim of mode single.'),
  later('central.service.type', text, 'ClusterIP', 'Type of the Services of the databases.'),
  inert('central.service', z.looseObject({}), {}, 'Settings of other Service types.'),
  later('installMode', text, 'full', 'Install only the control plane or only the data plane.'),
  inert('externalOvnCentral', z.looseObject({}), {}, 'Databases of installMode=dataPlaneOnly.'),
  own('controller.replicas', whole, 0, 'Replicas of kube-ovn-controller; 0: as many as ovn-central has.'),

  // Networks
  own('networking.stack', z.enum(['IPv4', 'IPv6', 'Dual']), 'IPv4', 'Families of pods and Services.'),
  own('networking.pods.cidr.v4', cidr4, '10.16.0.0/16', 'Default subnet, IPv4.'),
  own('networking.pods.cidr.v6', cidr6, 'fd00:10:16::/112', 'Default subnet, IPv6.'),
  own('networking.pods.gateways.v4', text, '', 'Gateway of the default subnet; empty: the first address.'),
  own('networking.pods.gateways.v6', text, '', 'The same for IPv6.'),
  own('networking.excludeIps', textOrList, '', 'Addresses a or ranges a..b of the default subnet never given to pods.'),
  own('networking.services.cidr.v4', cidr4, '10.96.0.0/12', 'Service addresses, as the API server has them, IPv4.'),
  own('networking.services.cidr.v6', cidr6, 'fd00:10:96::/112', 'The same for IPv6.'),
  own('networking.join.cidr.v4', cidr4, '100.64.0.0/16', 'Network between nodes and pods, IPv4.'),
  own('networking.join.cidr.v6', cidr6, 'fd00:100:64::/112', 'The same for IPv6.'),
  own('networking.tunnelType', text, 'geneve', 'Encapsulation between nodes.', ['geneve', 'vxlan']),
  own('networking.networkType', text, 'geneve', 'geneve: the default subnet is an overlay.', ['geneve']),
  own('networking.podNicType', text, 'veth-pair', 'How pods are connected.', ['veth-pair']),
  own('networking.enableSsl', flag, true, 'TLS with certificates of our own between databases and their clients.'),
  own('networking.tlsMinVersion', text, '', 'Oldest TLS version: TLS10 to TLS13.'),
  own('networking.tlsMaxVersion', text, '', 'Newest TLS version.'),
  own('networking.tlsCipherSuites', list, [], 'Cipher suites by their Go names.'),
  own('networking.kubeOvnTlsRotationInterval', duration, '8760h', 'Life of a certificate; renewed at half of it.'),
  later('networking.pods.enableLogicalGateways', flag, false, 'VLAN: the router is the gateway.'),
  later('networking.enableEipSnat', flag, true, 'Annotations eip and snat of pods.'),
  later('networking.externalGatewayConfigNs', text, '', 'Namespace of the external gateway settings.', ['kube-system']),
  later('networking.externalGatewaySwitch', text, '', 'Switch of the external gateway.', ['external']),
  later('networking.nodeLocalDnsIp', textOrList, '', 'Addresses of node-local DNS caches.', [[]]),
  later('networking.skipConntrackDstCidrs', textOrList, '', 'Destinations without connection tracking.', [[]]),
  later('networking.exchangeLinkName', flag, false, 'VLAN: the bridge takes the name of its NIC.'),
  later('networking.enableEcmp', flag, false, 'Equal-cost routes for centralized gateways.'),
  own('networking.enableCompact', flag, false, 'Compact the databases every hour, not only when they have grown.'),
  inert('networking.vlan', z.looseObject({}), {}, 'Settings of networkType=vlan.'),

  // Features
  own('features.ENABLE_BIND_LOCAL_IP', flag, true, 'Programs listen on the addresses of their node only.'),
  ...switches(true, {
    'features.enableNetworkPolicies': 'NetworkPolicy.',
    'features.enableKeepVmIps': 'Addresses of virtual machines stay.',
    'features.enableNatGateways': 'NAT gateways of VPCs.',
    'features.enableLiveMigrationOptimization': 'Live migration of virtual machines.',
    'features.LS_DNAT_MOD_DL_DST': 'Option of a patched OVN.',
    'features.LS_CT_SKIP_DST_LPORT_IPS': 'Option of a patched OVN.',
  }),
  ...switches(false, {
    'features.enableExternalVpcs': 'Routers that others made become VPCs.',
    'features.enableHardwareOffload': 'Offload of flows to NICs.',
    'features.enableLoadbalancerService': 'Services of type LoadBalancer by attachment.',
    'features.enableSecureServing': 'HTTPS and authorization for metrics.',
    'features.enableU2OInterconnections': 'Underlay to overlay.',
    'features.enableTproxy': 'Probes of pods in VPCs by transparent proxy.',
    'features.enableOvnInterconnections': 'OVN interconnection.',
    'features.enableOvnIpsec': 'IPsec between nodes.',
    'features.ENABLE_ANP': 'AdminNetworkPolicy.',
    'features.ENABLE_DNS_NAME_RESOLVER': 'DNS names in policies.',
    'features.ENABLE_OVN_LB_PREFER_LOCAL': 'Endpoints of the own node first.',
  }),
  later('networkPolicies.enforcement', text, 'standard', 'lax: only TCP, UDP and SCTP are blocked.'),

  // Nodes
  own('cni.configDirectory', absolute, '/etc/cni/net.d', 'Where the runtime looks for CNI configurations.'),
  inert('cni.mountConfigDirectory', text, '', 'It is always cni.configDirectory.'),
  own('cni.binaryDirectory', absolute, '/opt/cni/bin', 'Where the runtime looks for CNI plugins.'),
  own('cni.configPriority', text.regex(/^[0-9a-z]+$/), '01', 'Prefix of the configuration: the first name wins.'),
  inert('cni.toolingDirectory', text, '/usr/local/bin', 'No tool is installed on nodes.'),
  inert('cni.mountToolingDirectory', flag, false, 'No tool is installed on nodes.'),
  own(
    'ovsOvn.datapath',
    z.enum(['kernel', 'mixed', 'userspace']),
    'kernel',
    'Where packets are switched. userspace: for kernels without the module openvswitch; mixed: on nodes labelled ovn.kubernetes.io/ovs_dp_type=userspace.',
  ),
  own(
    'ovsOvn.tunnelNic',
    text,
    'eth1',
    'userspace: NIC for tunnels alone; the address of the node must be on another.',
  ),
  own('ovsOvn.updateStrategy.type', z.enum(['', 'RollingUpdate', 'OnDelete']), '', 'Empty: RollingUpdate.'),
  own('ovsOvn.updateStrategy.maxSurge', z.union([whole, text]), 1, 'New pods beside old ones.'),
  own('ovsOvn.updateStrategy.maxUnavailable', z.union([whole, text]), 0, 'Nodes without the pod meanwhile.'),
  own('ovsOvn.disableModulesManagement', flag, false, 'Kernel modules are loaded by somebody else.'),
  own('ovsOvn.ovsDirectory', absolute, '/etc/origin/openvswitch', 'Database of Open vSwitch on the node.'),
  own('ovsOvn.ovnDirectory', absolute, '/etc/origin/ovn', 'Databases of OVN on the node.'),
  inert('ovsOvn.ovsIpsecKeysDirectory', text, '/etc/origin/ovs_ipsec_keys', 'Keys of IPsec.'),
  own('ovsOvn.ovnRemoteProbeInterval', whole, 10000, 'Probes of ovn-controller to Southbound, milliseconds.'),
  own('ovsOvn.ovnRemoteOpenflowInterval', whole, 180, 'Probes of ovn-controller to vswitchd, seconds.'),
  own('ovsOvn.probeInterval', whole, 180000, 'Probes of the databases to their clients, milliseconds.'),
  later('ovsOvn.dpdkHybrid.enabled', flag, false, 'A second data plane with DPDK.'),
  inert('ovsOvn.dpdkHybrid', z.looseObject({}), {}, 'Settings of ovsOvn.dpdkHybrid.enabled.'),
  inert('ovsOvn.upgrade', z.looseObject({}), {}, 'An upgrade needs no hooks.'),
  own('kubelet.directory', absolute, '/var/lib/kubelet', 'Folder of kubelet.'),
  own('logging.directory', absolute, '/var/log', 'Folder for log files.'),
  later('agent.mirroring.enabled', flag, false, 'Mirror the traffic of all pods.'),
  inert('agent.mirroring.interface', text, 'mirror0', 'Where to.'),
  inert('performance.inspectInterval', whole, 20, 'Ports are compared on every change.'),
  inert('performance.ovsVsctlConcurrency', whole, 100, 'There is one connection and no ovs-vsctl.'),
  own('extraObjects', z.array(z.union([text, z.looseObject({})])), [], 'More objects, rendered as templates.'),

  // Workloads
  ...component('central', { cpu: '300m', memory: '200Mi' }, { cpu: '3', memory: '4Gi' }),
  ...component('controller', { cpu: '200m', memory: '200Mi' }, { cpu: '1000m', memory: '1Gi' }),
  ...component('ovsOvn', { cpu: '200m', memory: '200Mi' }, { cpu: '2', memory: '1000Mi' }),
  ...component('agent', { cpu: '100m', memory: '100Mi' }, { cpu: '1000m', memory: '1Gi' }),
  later('controller.serviceMonitor.enabled', flag, false, 'ServiceMonitor of Prometheus.'),
  later('agent.serviceMonitor.enabled', flag, false, 'ServiceMonitor of Prometheus.'),

  // Programs that come later
  ...switches(false, {
    'validatingWebhook.enabled': 'Admission webhook.',
    'prometheusRule.enabled': 'Alerts.',
    'grafanaDashboards.enabled': 'Dashboards.',
    'apiNad.enabled': 'API server for NAT gateways.',
    'bgpSpeaker.enabled': 'BGP speaker.',
  }),
  ...[
    'validatingWebhook',
    'prometheusRule',
    'grafanaDashboards',
    'apiNad',
    'bgpSpeaker',
    'natGw',
    'ic',
    'pinger',
    'monitor',
  ].map((path) => inert(path, z.looseObject({}), {}, 'Its program is not built yet.')),
  later('pinger.serviceMonitor.enabled', flag, false, 'ServiceMonitor of Prometheus.'),
  later('monitor.serviceMonitor.enabled', flag, false, 'ServiceMonitor of Prometheus.'),
];

function own(path: string, schema: z.ZodType, value: unknown, help: string, allowed?: readonly unknown[]): ValueSpec {
  return { path, schema, default: value, help, allowed };
}

function later(
  path: string,
  schema: z.ZodType,
  value: unknown,
  help: string,
  also: readonly unknown[] = [],
): ValueSpec {
  return { path, schema, default: value, help, allowed: value === true ? [true, false] : [value, ...also] };
}

function inert(path: string, schema: z.ZodType, value: unknown, help: string): ValueSpec {
  return { path, schema, default: value, help, inert: true };
}

function switches(value: boolean, helps: Readonly<Record<string, string>>): ValueSpec[] {
  return Object.entries(helps).map(([path, help]) => later(path, flag, value, help));
}
