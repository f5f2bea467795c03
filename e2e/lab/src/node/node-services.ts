// Which programs run on a node, with what flags.

import { allOf, type ClusterPlan, type NodePlan } from '../plan/cluster-plan.ts';
import { controlPlaneServices } from './control-plane-services.ts';
import type { Service } from './service.ts';

export const CONTAINERD_SOCKET = '/run/containerd/containerd.sock';

export function nodeServices(plan: ClusterPlan, node: NodePlan): Service[] {
  return [
    ...(node.controlPlane ? controlPlaneServices(plan) : []),
    { name: 'containerd', command: ['containerd', '--config=/etc/containerd/config.toml'] },
    {
      name: 'kubelet',
      after: CONTAINERD_SOCKET,
      command: [
        'kubelet',
        '--config=/etc/kubernetes/kubelet.json',
        '--kubeconfig=/etc/kubernetes/kubelet.conf',
        `--node-ip=${allOf(node.address).join(',')}`,
        `--hostname-override=${node.name}`,
        '--v=1',
      ],
    },
    ...(plan.kubeProxy
      ? [{ name: 'kube-proxy', command: ['kube-proxy', '--config=/etc/kubernetes/kube-proxy.json'] }]
      : []),
  ];
}
