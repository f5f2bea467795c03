// The Node object that a kubelet registers, and its Ready condition.

import { allOf, type NodeAddresses } from '../network/address-plan.ts';

export interface NodeObject {
  readonly apiVersion: 'v1';
  readonly kind: 'Node';
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec: object;
  readonly status: object;
}

export function nodeObject(node: NodeAddresses): NodeObject {
  const role: Record<string, string> =
    node.role === 'control-plane' ? { 'node-role.kubernetes.io/control-plane': '' } : {};
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: node.name,
      labels: {
        'kubernetes.io/hostname': node.name,
        'kubernetes.io/os': 'linux',
        'kubernetes.io/arch': process.arch === 'x64' ? 'amd64' : process.arch,
        'ovn.kubernetes.io/ovs_dp_type': 'userspace',
        ...role,
      },
    },
    spec: {},
    status: {
      addresses: [
        ...allOf(node.underlay).map((address) => ({ type: 'InternalIP', address })),
        { type: 'Hostname', address: node.name },
      ],
      nodeInfo: { kubeletVersion: 'stand-in', operatingSystem: 'linux', containerRuntimeVersion: 'stand-in' },
      conditions: [readyCondition('network is being set up')],
    },
  };
}

/** `problem` undefined: ready. */
export function readyCondition(problem: string | undefined): Record<string, string> {
  const now = new Date().toISOString();
  return {
    type: 'Ready',
    status: problem === undefined ? 'True' : 'False',
    reason: problem === undefined ? 'KubeletReady' : 'NetworkPluginNotReady',
    message: problem ?? 'stand-in kubelet is posting ready status',
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  };
}
