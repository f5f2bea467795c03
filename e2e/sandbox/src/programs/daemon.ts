// kube-ovn-daemon of one node, and the folders of that node that a runtime shares with it.

import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_ENVIRONMENT, NODE_FLAGS } from '@kube-ovn/daemon/node-flags';
import { type AddressPlan, allOf, type NodeAddresses } from '../network/address-plan.ts';
import { namespacePath } from '../network/topology.ts';
import { type BackgroundProgram, startProgram } from './background-program.ts';
import { nodeFolder, programPath, SHIM } from './paths.ts';

export interface NodePaths {
  /** /run/openvswitch of the node. */
  readonly ovs: string;
  /** /etc/cni/net.d of the node. */
  readonly cniConfig: string;
  /** /opt/cni/bin of the node. */
  readonly cniBinaries: string;
  /** Socket between shim and daemon. */
  readonly socket: string;
}

export function nodePaths(node: string): NodePaths {
  const ovs = nodeFolder(node);
  return {
    ovs,
    cniConfig: join(ovs, 'cni/net.d'),
    cniBinaries: join(ovs, 'cni/bin'),
    socket: join(ovs, 'daemon.sock'),
  };
}

/** What the installing container of the DaemonSet does: the shim into the runtime's folder. */
export function installShim(node: string): void {
  const { cniConfig, cniBinaries } = nodePaths(node);
  for (const folder of [cniConfig, cniBinaries]) mkdirSync(folder, { recursive: true });
  symlinkSync(SHIM, join(cniBinaries, 'kube-ovn'));
}

export function startDaemon(node: NodeAddresses, plan: AddressPlan, kubeconfig: string): BackgroundProgram {
  const { ovs, cniConfig, socket } = nodePaths(node.name);
  const addresses = allOf(node.underlay);
  return startProgram({
    name: `kube-ovn-daemon-${node.name}`,
    script: programPath('daemon'),
    nodeFlags: NODE_FLAGS,
    netns: namespacePath(node.name),
    args: [
      `--kubeconfig=${kubeconfig}`,
      `--ovs-socket=unix:${join(ovs, 'db.sock')}`,
      `--bind-socket=${socket}`,
      `--cni-conf-dir=${cniConfig}`,
      // The version that has STATUS.
      '--cni-version=1.1.0',
      `--ovn-run-dir=${ovs}`,
      `--service-cluster-ip-range=${plan.cidrs.services}`,
    ],
    env: {
      ...NODE_ENVIRONMENT,
      NODE_NAME: node.name,
      POD_NAME: `kube-ovn-cni-${node.name}`,
      POD_NAMESPACE: 'kube-system',
      POD_IP: addresses[0]!,
      POD_IPS: addresses.join(','),
    },
  });
}
