// ADD: from the controller's decision to a pod whose traffic works. Repeatable; what a failed ADD has made is removed again.

import { isOvnProvider } from '@kube-ovn/crds';
import type { SubnetRecord } from '../kube/subnet-record.ts';
import { linkAlias } from '../ovs/link-alias.ts';
import { addPodPort, type PodPort, removePort } from '../ovs/pod-port.ts';
import { INSTALL_LIMIT_MS, waitInstalled } from '../ovs/wait-installed.ts';
import { together } from '../together.ts';
import { type Conflict, ConflictWatch } from './conflict-watch.ts';
import type { CniContext } from './context.ts';
import { findPod, whilePodLives } from './find-pod.ts';
import { checkGateways } from './gateway-check.ts';
import { podMtu } from './mtu.ts';
import { hostLinkName } from './names.ts';
import { podInside, u2oGateway } from './pod-inside.ts';
import { ensurePodLink, removePodLink } from './pod-link.ts';
import type { PodNetwork } from './pod-network.ts';
import { checkProvider } from './provider.ts';
import type { PodRequest } from './request.ts';
import { type CniResponse, cniResponse } from './result.ts';
import { stageFailure } from './stage-failure.ts';
import { Unwind } from './unwind.ts';
import { waitForNetwork } from './wait-for-network.ts';

export interface Addition {
  readonly response: CniResponse;
  readonly network: PodNetwork;
}

export async function addPod(context: CniContext, request: PodRequest, outer: AbortSignal): Promise<Addition> {
  checkProvider(context.stores, request);
  await findPod(context, request, outer);
  const life = whilePodLives(context, request, outer, { terminating: false });
  const unwind = new Unwind((error) =>
    context.log.warn('clean-up after a failed ADD', { error, container: request.container_id }),
  );
  try {
    if (!isOvnProvider(request.provider)) return await addressesOnly(context, request, life.signal);
    return await wire(context, request, unwind, life.signal);
  } catch (error) {
    await unwind.run();
    throw error;
  } finally {
    life.close();
  }
}

/** Another plugin makes the interface: it only wants to know the addresses. */
async function addressesOnly(context: CniContext, request: PodRequest, signal: AbortSignal): Promise<Addition> {
  const network = await waitForNetwork(context, request, signal);
  const link = { name: request.if_name, mac: network.mac, mtu: 0 };
  const response = cniResponse(network, link, [], request.dns);
  const routes = network.routes.map(({ destination, gateway, family }) => ({
    dst: destination ?? (family === 4 ? '0.0.0.0/0' : '::/0'),
    gw: gateway ?? '',
  }));
  return { network, response: { ...response, routes } };
}

async function wire(context: CniContext, request: PodRequest, unwind: Unwind, signal: AbortSignal): Promise<Addition> {
  const { netlink, ovs } = context;
  const { net_ns: netns, if_name: ifName } = request;
  const host = hostLinkName(request.container_id, ifName);
  const nodeMtu = context.podNetworkMtu();
  if (netns === '') throw stageFailure('validate-request', 'ERR_CNI_REQUEST_INVALID', { problem: 'net_ns is empty' });
  if (nodeMtu === undefined)
    throw stageFailure('mtu', 'ERR_CNI_MTU_UNKNOWN', { problem: 'the tunnel interface was not found' });
  const alias = linkAlias({ ...ownerOf(request), netns });
  const [network, { fresh }] = await together<[PodNetwork, { fresh: boolean }]>(signal, [
    (inner) => waitForNetwork(context, request, inner),
    async () => {
      const link = await ensurePodLink(netlink, { host, alias, netns, ifName, mtu: nodeMtu });
      if (link.fresh) unwind.add(() => removePodLink(netlink, host));
      return link;
    },
  ]);
  const subnet = acceptedSubnet(context, network, request);
  const mtu = podMtu({ subnet: subnet?.mtu ?? 0, node: nodeMtu, underlay: undefined });
  if (mtu !== nodeMtu) await netlink.setLink(host, { mtu });
  const conflicts = watchConflicts(context, request, network);
  unwind.add(async () => conflicts?.stop());
  const port = podPort(request, network, host);
  const inside = podInside({ network, subnet, netns, ifName, mtu, userspace: ovs.isUserspace });
  await together<[undefined, undefined]>(signal, [
    (inner) => connectPort(context, port, fresh, unwind, inner),
    async () => {
      await netlink.configurePod(inside.request);
      for (const route of inside.extra) {
        await netlink
          .replaceRoute(route, netns)
          .catch((error) => context.log.warn('route of a pod skipped', { error, route }));
      }
      return undefined;
    },
  ]);
  await checkGateway(context, request, network, subnet, signal);
  const conflict = conflicts?.conclude();
  if (conflict) throw stageFailure('configure-nic', 'ERR_CNI_ADDRESS_CONFLICT', { ...conflict });
  const [link, routes] = await Promise.all([netlink.link(ifName, netns), netlink.routes(netns, { link: ifName })]);
  signal.throwIfAborted();
  announce(context, request, network);
  const found = { name: ifName, mac: link?.mac ?? network.mac, mtu: link?.mtu ?? mtu ?? 0 };
  return { network, response: cniResponse(network, found, routes, request.dns) };
}

function acceptedSubnet(context: CniContext, network: PodNetwork, request: PodRequest): SubnetRecord | undefined {
  if (network.nicType !== 'veth-pair' || request.deviceID !== '' || request.vhost_user_socket_volume_name !== '') {
    const type = request.deviceID
      ? 'offload-port'
      : request.vhost_user_socket_volume_name
        ? 'dpdk-port'
        : network.nicType;
    throw stageFailure('validate-request', 'ERR_CNI_NIC_TYPE_UNSUPPORTED', { pod: request.pod_name, type });
  }
  const subnet = context.stores.subnets.get(network.subnet);
  if (subnet?.u2oInterconnection && subnet.u2oInterconnectionIps.length === 0) {
    const problem = `subnet ${network.subnet} has no interconnection address yet`;
    throw stageFailure('u2o-address', 'ERR_CNI_NOT_READY', { problem });
  }
  return subnet;
}

async function connectPort(
  context: CniContext,
  port: PodPort,
  fresh: boolean,
  unwind: Unwind,
  signal: AbortSignal,
): Promise<undefined> {
  const { ovs } = context;
  const began = ovs.client.newTransaction();
  const existed = ovs.port(port.name) !== undefined && !fresh;
  addPodPort(began, ovs, port, { fresh });
  if (!existed) unwind.add(() => disconnectPort(context, port.name));
  await ovs.commit('add port', began);
  const problem = await waitInstalled(ovs, port.name, signal);
  if (problem === undefined) return undefined;
  const params = { interface: port.name, seconds: INSTALL_LIMIT_MS / 1000, problem };
  throw stageFailure('configure-nic', 'ERR_CNI_PORT_NOT_READY', params);
}

async function disconnectPort({ ovs }: CniContext, name: string): Promise<void> {
  const transaction = ovs.client.newTransaction();
  removePort(transaction, ovs, name);
  await ovs.commit('remove port', transaction);
}

async function checkGateway(
  context: CniContext,
  request: PodRequest,
  network: PodNetwork,
  subnet: SubnetRecord | undefined,
  signal: AbortSignal,
): Promise<void> {
  const off = network.waitsForActivation || network.isMigrationTarget;
  const mode = off ? 'off' : subnet?.disableGatewayCheck ? 'once' : 'required';
  const first = network.addresses.flatMap(({ family }) => u2oGateway(subnet, family) ?? []);
  const life = whilePodLives(context, request, signal, { terminating: true });
  const check = { netns: request.net_ns, ifName: request.if_name, mode, first } as const;
  await checkGateways(context.netlink, context.metrics, network, check, life.signal).finally(life.close);
}

function watchConflicts(context: CniContext, request: PodRequest, network: PodNetwork): ConflictWatch | undefined {
  if (!context.network.detectIpConflict || network.isMigrationTarget || network.mac === '') return undefined;
  const onLate = ({ ip, mac }: Conflict) => {
    context.metrics.addressConflict();
    const involved = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: request.pod_name, namespace: request.pod_namespace },
    };
    context.events.event(
      involved,
      'Warning',
      'PodAddressConflict',
      `IP address ${ip} has already been used by host with MAC ${mac}`,
    );
  };
  return new ConflictWatch(context.netlink, network, { netns: request.net_ns, ifName: request.if_name }, onLate);
}

/** Tells the neighbours, who may remember an earlier holder of the address. Nobody waits for it. */
function announce({ netlink }: CniContext, request: PodRequest, network: PodNetwork): void {
  for (const { ip } of network.addresses) {
    netlink.announce(request.if_name, ip, network.mac, request.net_ns).catch(() => undefined);
  }
}

function ownerOf(
  request: PodRequest,
): Pick<PodPort, 'containerId' | 'podNamespace' | 'podName' | 'podUid' | 'ifName' | 'provider'> {
  return {
    containerId: request.container_id,
    podNamespace: request.pod_namespace,
    podName: request.pod_name,
    podUid: request.pod_uid,
    ifName: request.if_name,
    provider: request.provider,
  };
}

function podPort(request: PodRequest, network: PodNetwork, host: string): PodPort {
  return {
    ...ownerOf(request),
    name: host,
    ifaceId: network.portName,
    podName: network.podName,
    netns: request.net_ns,
    ips: network.addresses.map(({ ip }) => ip),
  };
}
