// table: the value combinations whose renders are kept: the main ways in which people install.

import type { Values } from './render.ts';

const THREE = ['10.0.0.1', '10.0.0.2', '10.0.0.3'];

export const COMBINATIONS: Readonly<Record<string, Values>> = {
  'ipv4-default': {},
  dual: { networking: { stack: 'Dual' } },
  ipv6: { networking: { stack: 'IPv6' } },
  'without-tls': { networking: { enableSsl: false } },
  userspace: { ovsOvn: { datapath: 'userspace', tunnelNic: 'eth1' } },
  'userspace-by-label': { ovsOvn: { datapath: 'mixed', tunnelNic: 'eth1' } },
  'three-masters': { masterNodes: THREE, networking: { join: { subnetName: 'nodes' } } },
  'classic-values': {
    MASTER_NODES: THREE.join(','),
    MASTER_NODES_LABEL: 'kube-ovn/role=master',
    global: {
      registry: { address: 'docker.io/kubeovn', imagePullSecrets: ['pull'] },
      images: { kubeovn: { repository: 'kube-ovn', tag: 'v1.17.0' }, natgateway: { repository: 'vpc-nat-gateway' } },
    },
    image: { pullPolicy: 'IfNotPresent' },
    namespace: 'kube-system',
    networking: {
      NET_STACK: 'dual_stack',
      ENABLE_SSL: true,
      NETWORK_TYPE: 'geneve',
      TUNNEL_TYPE: 'vxlan',
      IFACE: 'eth.*',
      EXCLUDE_IPS: '10.17.0.2..10.17.0.9',
      POD_NIC_TYPE: 'veth-pair',
      vlan: { PROVIDER_NAME: 'provider', VLAN_INTERFACE_NAME: '', VLAN_NAME: 'ovn-vlan', VLAN_ID: '100' },
      ENABLE_EIP_SNAT: true,
      EXTERNAL_GATEWAY_CONFIG_NS: 'kube-system',
      EXTERNAL_GATEWAY_SWITCH: 'external',
      NODE_LOCAL_DNS_IP: '',
      PROBE_INTERVAL: 120000,
      TLS_CIPHER_SUITES: [],
    },
    func: { ENABLE_LB: true, ENABLE_NP: true, ENABLE_ANP: false, CHECK_GATEWAY: 'false', HW_OFFLOAD: false },
    ipv4: { POD_CIDR: '10.99.0.0/16', POD_GATEWAY: '10.99.0.1', SVC_CIDR: '10.96.0.0/12', JOIN_CIDR: '100.64.0.0/16' },
    dual_stack: {
      POD_CIDR: '10.17.0.0/16,fd00:10:17::/112',
      POD_GATEWAY: '10.17.0.1,fd00:10:17::1',
      SVC_CIDR: '10.96.0.0/12,fd00:10:96::/112',
      JOIN_CIDR: '100.64.0.0/16,fd00:100:64::/112',
      PINGER_EXTERNAL_ADDRESS: '1.1.1.1,2606:4700:4700::1111',
    },
    performance: { GC_INTERVAL: '100', INSPECT_INTERVAL: 20, OVS_VSCTL_CONCURRENCY: 100 },
    cni_conf: { CNI_CONFIG_PRIORITY: '10', CNI_CONF_DIR: '/etc/cni/net.d', NON_PRIMARY_CNI: false },
    log_conf: { LOG_DIR: '/var/log' },
    kubelet_conf: { KUBELET_DIR: '/var/lib/kubelet' },
    OPENVSWITCH_DIR: '/var/lib/openvswitch',
    'ovn-central': { requests: { cpu: '500m' } },
    'kube-ovn-controller': { limits: { memory: '2Gi' }, leaderElection: { leaseDuration: '' } },
    'kube-ovn-pinger': { limits: { memory: '400Mi' } },
  },
  everything: {
    controller: {
      podLabels: { team: 'net' },
      podAnnotations: { note: 'x' },
      extraEnv: [{ name: 'NODE_OPTIONS', value: '--max-old-space-size=900' }],
      image: { repository: 'registry.example.com/net/kube-ovn', tag: 'mine' },
    },
    central: { labels: { team: 'net' }, tolerations: [], nodeSelector: { disk: 'ssd' } },
    masterNodesLabels: { dedicated: 'ovn' },
    ovsOvn: { updateStrategy: { type: 'OnDelete' }, disableModulesManagement: true },
    networking: { tlsMinVersion: 'TLS12', excludeIps: ['10.16.0.2', '10.16.0.3..10.16.0.9'], pods: { mtu: 1300 } },
    agent: { metrics: { port: 11665 } },
    extraObjects: [
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'extra' }, data: { a: '{{ .Release.Name }}' } },
    ],
  },
};
