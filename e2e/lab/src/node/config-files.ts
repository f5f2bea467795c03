// Configuration of containerd, kubelet and kube-proxy. JSON is YAML, so no other writer is needed.

import { allOf, type ClusterPlan, type NodePlan, primary } from '../plan/cluster-plan.ts';
import { CONTAINERD_SOCKET } from './node-services.ts';

export const PAUSE_IMAGE = 'registry.k8s.io/pause:3.10.1';
export const CONTROL_PLANE_LABEL = 'node-role.kubernetes.io/control-plane';

export function kubeletConfig(plan: ClusterPlan, node: NodePlan): object {
  return {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: true },
      x509: { clientCAFile: '/etc/kubernetes/pki/ca.crt' },
    },
    authorization: { mode: 'Webhook' },
    tlsCertFile: '/etc/kubernetes/pki/kubelet.crt',
    tlsPrivateKeyFile: '/etc/kubernetes/pki/kubelet.key',
    rotateCertificates: false,
    clusterDNS: [primary(plan.dnsService)],
    clusterDomain: 'cluster.local',
    resolvConf: '/etc/resolv.conf',
    containerRuntimeEndpoint: `unix://${CONTAINERD_SOCKET}`,
    cgroupDriver: 'cgroupfs',
    // Development machines: version 1 control groups, swap, and a disk that is full by a percentage of much.
    failCgroupV1: false,
    failSwapOn: false,
    evictionHard: {
      'imagefs.available': '0%',
      'imagefs.inodesFree': '0%',
      'nodefs.available': '0%',
      'nodefs.inodesFree': '0%',
    },
    imageGCHighThresholdPercent: 100,
    serializeImagePulls: false,
    nodeStatusUpdateFrequency: '5s',
    ...(node.controlPlane ? { registerWithTaints: [{ key: CONTROL_PLANE_LABEL, effect: 'NoSchedule' }] } : {}),
  };
}

export function kubeProxyConfig(plan: ClusterPlan, node: NodePlan): object {
  return {
    apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
    kind: 'KubeProxyConfiguration',
    mode: 'iptables',
    hostnameOverride: node.name,
    clusterCIDR: allOf(plan.podCidr).join(','),
    clientConnection: { kubeconfig: '/etc/kubernetes/kube-proxy.conf' },
    // The size of the table is the machine's; a network namespace may not set it.
    conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: '24h0m0s', tcpCloseWaitTimeout: '1h0m0s' },
  };
}

export function containerdConfig(): string {
  return `version = 3

[plugins."io.containerd.cri.v1.images"]
  snapshotter = "overlayfs"
  [plugins."io.containerd.cri.v1.images".pinned_images]
    sandbox = "${PAUSE_IMAGE}"

[plugins."io.containerd.cri.v1.runtime"]
  # Without CAP_SYS_RESOURCE a score cannot be lowered below the node's own.
  restrict_oom_score_adj = true
  [plugins."io.containerd.cri.v1.runtime".cni]
    bin_dirs = ["/opt/cni/bin"]
    conf_dir = "/etc/cni/net.d"
  [plugins."io.containerd.cri.v1.runtime".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [plugins."io.containerd.cri.v1.runtime".containerd.runtimes.runc.options]
      SystemdCgroup = false
`;
}
