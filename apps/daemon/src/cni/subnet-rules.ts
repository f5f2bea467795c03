// What the subnet of a pod and the node say about the pod's link: acceptable at all, MTU, tunnel address.

import { ANNOTATIONS, providerNetworkKey } from '@kube-ovn/crds';
import type { NodeRecord } from '../kube/node-record.ts';
import type { SubnetRecord } from '../kube/subnet-record.ts';
import { readNodeNetworks } from '../node/encap.ts';
import { podMtu } from './mtu.ts';
import type { PodNetwork } from './pod-network.ts';
import type { PodRequest } from './request.ts';
import { stageFailure } from './stage-failure.ts';

/** Throws for what this daemon cannot wire. */
export function assertWireable(network: PodNetwork, subnet: SubnetRecord | undefined, request: PodRequest): void {
  const hardware = request.deviceID ? 'offload-port' : request.vhost_user_socket_volume_name ? 'dpdk-port' : '';
  const type = hardware || network.nicType;
  if (type !== 'veth-pair') {
    throw stageFailure('validate-request', 'ERR_CNI_NIC_TYPE_UNSUPPORTED', { pod: request.pod_name, type });
  }
  if (subnet?.u2oInterconnection && subnet.u2oInterconnectionIps.length === 0) {
    const problem = `subnet ${network.subnet} has no interconnection address yet`;
    throw stageFailure('u2o-address', 'ERR_CNI_NOT_READY', { problem });
  }
}

export function mtuOf(
  network: PodNetwork,
  subnet: SubnetRecord | undefined,
  node: NodeRecord | undefined,
  nodeMtu: number,
): number | undefined {
  const isUnderlay = network.providerNetwork !== '' && !subnet?.logicalGateway && !subnet?.u2oInterconnection;
  const label = node?.labels[providerNetworkKey(network.providerNetwork, 'mtu')];
  return podMtu({ subnet: subnet?.mtu ?? 0, node: nodeMtu, underlay: isUnderlay ? Number(label) || 0 : undefined });
}

/** The tunnel end of the subnet's own node network. */
export function encapIpOf(subnet: SubnetRecord | undefined, node: NodeRecord | undefined): string | undefined {
  if (!subnet?.nodeNetwork) return undefined;
  const ip = readNodeNetworks(node?.annotations[ANNOTATIONS.nodeNetworks] ?? '').networks[subnet.nodeNetwork];
  if (ip !== undefined) return ip;
  const problem = `this node has no address on node network ${subnet.nodeNetwork}`;
  throw stageFailure('encap-ip', 'ERR_CNI_NOT_READY', { problem });
}
