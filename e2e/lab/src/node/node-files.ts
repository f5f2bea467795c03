// What lies on a node's disk before it starts for the first time. Path -> content.

import type { ClusterPki, Files } from '../pki/cluster-pki.ts';
import { allOf, type ClusterPlan, type NodePlan } from '../plan/cluster-plan.ts';
import { AUDIT_POLICY_FILE, auditPolicy } from './audit-policy.ts';
import { containerdConfig, kubeletConfig, kubeProxyConfig } from './config-files.ts';
import { nodeServices } from './node-services.ts';
import { runScript } from './service.ts';

export interface NodeFile {
  readonly path: string;
  readonly content: string;
  readonly executable: boolean;
}

export function nodeFiles(plan: ClusterPlan, node: NodePlan, pki: ClusterPki): NodeFile[] {
  const kubernetes: Files = {
    ...pki.everywhere,
    ...pki.nodes[node.name],
    ...(node.controlPlane ? pki.common : {}),
    'kubelet.json': JSON.stringify(kubeletConfig(plan, node), undefined, 2),
    ...(node.controlPlane ? { [AUDIT_POLICY_FILE]: JSON.stringify(auditPolicy(), undefined, 2) } : {}),
    'kube-proxy.json': JSON.stringify(kubeProxyConfig(plan, node), undefined, 2),
  };
  return [
    ...Object.entries(kubernetes).map(([name, content]) => file(`etc/kubernetes/${name}`, content)),
    ...nodeServices(plan, node).map((service) => file(`etc/service/${service.name}/run`, runScript(service), true)),
    file('etc/containerd/config.toml', containerdConfig()),
    file('etc/hostname', `${node.name}\n`),
    file('etc/hosts', hosts(plan)),
    // Nothing outside answers questions of a node.
    file('etc/resolv.conf', ''),
    file('etc/crictl.yaml', 'runtime-endpoint: unix:///run/containerd/containerd.sock\n'),
  ];
}

function hosts(plan: ClusterPlan): string {
  const nodes = plan.nodeList.flatMap(({ name, address }) => allOf(address).map((ip) => `${ip} ${name}`));
  return ['127.0.0.1 localhost', '::1 localhost', ...nodes, ''].join('\n');
}

function file(path: string, content: string, executable = false): NodeFile {
  return { path, content, executable };
}
