// The wiring of an ADD in its order: what can go on at the same time does, and every wait is for an event.

import type { SubnetRecord } from '../kube/subnet-record.ts';
import { linkAlias } from '../ovs/link-alias.ts';
import type { PodPort } from '../ovs/pod-port.ts';
import { together } from '../together.ts';
import type { Addition } from './add.ts';
import { type Conflict, ConflictWatch } from './conflict-watch.ts';
import type { CniContext } from './context.ts';
import { tellConflict } from './events.ts';
import { whilePodLives } from './find-pod.ts';
import { checkGateways } from './gateway-check.ts';
import { hostLinkName } from './names.ts';
import { type Inside, podInside, u2oGateway } from './pod-inside.ts';
import { ensurePodLink, removePodLink } from './pod-link.ts';
import type { PodNetwork } from './pod-network.ts';
import { connectPort } from './port-connection.ts';
import type { PodRequest } from './request.ts';
import { cniResponse } from './result.ts';
import { stageFailure } from './stage-failure.ts';
import { assertWireable, encapIpOf, mtuOf } from './subnet-rules.ts';
import type { Unwind } from './unwind.ts';
import { waitForNetwork } from './wait-for-network.ts';

export async function wirePod(
  context: CniContext,
  request: PodRequest,
  unwind: Unwind,
  signal: AbortSignal,
): Promise<Addition> {
  const { netlink, ovs } = context;
  const { net_ns: netns, if_name: ifName } = request;
  const host = hostLinkName(request.container_id, ifName);
  const nodeMtu = context.podNetworkMtu();
  if (netns === '') throw stageFailure('validate-request', 'ERR_CNI_REQUEST_INVALID', { problem: 'net_ns is empty' });
  if (nodeMtu === undefined) throw stageFailure('mtu', 'ERR_CNI_MTU_UNKNOWN', { problem: 'no NIC for tunnels' });

  const [network, { fresh }] = await together<[PodNetwork, { fresh: boolean }]>(signal, [
    (inner) => waitForNetwork(context, request, inner),
    () => makeLink(context, request, host, nodeMtu, unwind),
  ]);
  const subnet = context.stores.subnets.get(network.subnet);
  assertWireable(network, subnet, request);
  const node = context.node();
  const mtu = mtuOf(network, subnet, node, nodeMtu);
  if (mtu !== nodeMtu) await netlink.setLink(host, { mtu });

  const conflicts = watchConflicts(context, request, network);
  unwind.add(async () => conflicts?.stop());
  const port = podPort(request, network, host, encapIpOf(subnet, node));
  const inside = podInside({ network, subnet, netns, ifName, mtu, userspace: ovs.isUserspace });
  await together<[undefined, undefined]>(signal, [
    (inner) => connectPort(context, { port, fresh }, unwind, inner),
    () => configureInside(context, inside, netns),
  ]);
  const gateways = await checkGateway(context, request, network, subnet, signal);
  const conflict = conflicts?.conclude(gateways);
  if (conflict) throw stageFailure('configure-nic', 'ERR_CNI_ADDRESS_CONFLICT', { ...conflict });

  const [link, routes] = await Promise.all([netlink.link(ifName, netns), netlink.routes(netns, { link: ifName })]);
  signal.throwIfAborted();
  announce(context, request, network);
  const found = { name: ifName, mac: link?.mac ?? network.mac, mtu: link?.mtu ?? mtu ?? 0 };
  return { network, response: cniResponse(network, found, routes, request.dns) };
}

async function makeLink(
  { netlink }: CniContext,
  request: PodRequest,
  host: string,
  mtu: number,
  unwind: Unwind,
): Promise<{ fresh: boolean }> {
  const { net_ns: netns, if_name: ifName } = request;
  const alias = linkAlias({ ...ownerOf(request), netns });
  const link = await ensurePodLink(netlink, { host, alias, netns, ifName, mtu });
  if (link.fresh) unwind.add(() => removePodLink(netlink, host));
  return link;
}

async function configureInside({ netlink, log }: CniContext, inside: Inside, netns: string): Promise<undefined> {
  await netlink.configurePod(inside.request);
  for (const route of inside.extra) {
    await netlink.replaceRoute(route, netns).catch((error) => log.warn('route of a pod skipped', { error, route }));
  }
  return undefined;
}

async function checkGateway(
  context: CniContext,
  request: PodRequest,
  network: PodNetwork,
  subnet: SubnetRecord | undefined,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const off = network.waitsForActivation || network.isMigrationTarget;
  const mode = off ? 'off' : subnet?.disableGatewayCheck ? 'once' : 'required';
  const first = network.addresses.flatMap(({ family }) => u2oGateway(subnet, family) ?? []);
  const life = whilePodLives(context, request, signal, { terminating: true });
  const check = { netns: request.net_ns, ifName: request.if_name, mode, first } as const;
  return checkGateways(context.netlink, context.metrics, network, check, life.signal).finally(life.close);
}

function watchConflicts(context: CniContext, request: PodRequest, network: PodNetwork): ConflictWatch | undefined {
  if (!context.network.detectIpConflict || network.isMigrationTarget || network.mac === '') return undefined;
  const onLate = (conflict: Conflict) => {
    context.metrics.addressConflict();
    tellConflict(context, request, conflict);
  };
  return new ConflictWatch(context.netlink, network, { netns: request.net_ns, ifName: request.if_name }, onLate);
}

/** Tells the neighbours, who may remember an earlier holder of the address. Nobody waits for it. */
function announce({ netlink }: CniContext, request: PodRequest, network: PodNetwork): void {
  if (network.mac === '') return;
  for (const { ip } of network.addresses) {
    netlink.announce(request.if_name, ip, network.mac, request.net_ns).catch(() => undefined);
  }
}

function ownerOf(request: PodRequest): Omit<PodPort, 'name' | 'ifaceId' | 'netns' | 'ips'> {
  return {
    containerId: request.container_id,
    podNamespace: request.pod_namespace,
    podName: request.pod_name,
    podUid: request.pod_uid,
    ifName: request.if_name,
    provider: request.provider,
  };
}

function podPort(request: PodRequest, network: PodNetwork, host: string, encapIp: string | undefined): PodPort {
  return {
    ...ownerOf(request),
    name: host,
    ifaceId: network.portName,
    podName: network.podName,
    netns: request.net_ns,
    ips: network.addresses.map(({ ip }) => ip),
    encapIp,
  };
}
