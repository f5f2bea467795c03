// ADD: from the controller's decision to a pod whose traffic works. Repeatable; what a failed ADD has made is removed again.

import { isOvnProvider } from '@kube-ovn/crds';
import { NetlinkError } from '@kube-ovn/netlink';
import type { CniContext } from './context.ts';
import { findPod, whilePodLives } from './find-pod.ts';
import type { PodNetwork } from './pod-network.ts';
import { checkProvider } from './provider.ts';
import type { PodRequest } from './request.ts';
import { type CniResponse, cniResponse } from './result.ts';
import { Unwind } from './unwind.ts';
import { waitForNetwork } from './wait-for-network.ts';
import { wirePod } from './wire-pod.ts';

export interface Addition {
  readonly response: CniResponse;
  readonly network: PodNetwork;
}

export async function addPod(context: CniContext, request: PodRequest, outer: AbortSignal): Promise<Addition> {
  const container = request.container_id;
  checkProvider(context.stores, request);
  await findPod(context, request, outer);
  const life = whilePodLives(context, request, outer, { terminating: false });
  const unwind = new Unwind((error) => context.log.warn('clean-up after a failed ADD', { error, container }));
  try {
    if (!isOvnProvider(request.provider)) return await addressesOnly(context, request, life.signal);
    return await wirePod(context, request, unwind, life.signal);
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
  const routes = network.routes.map(({ destination, gateway, family }) => ({
    dst: destination ?? (family === 4 ? '0.0.0.0/0' : '::/0'),
    gw: gateway ?? '',
  }));
  for (const { family, destination } of network.routes) {
    if (destination === undefined) await dropDefaultRoutes(context, request.net_ns, family);
  }
  const link = { name: request.if_name, mac: network.mac, mtu: 0 };
  return { network, response: { ...cniResponse(network, link, [], request.dns), routes } };
}

/** The new interface brings the default route: that of an earlier one would win over it. */
async function dropDefaultRoutes({ netlink }: CniContext, netns: string, family: 4 | 6): Promise<void> {
  for (const route of await netlink.routes(netns, { family })) {
    if (route.destination !== undefined || route.type !== 'unicast') continue;
    await netlink.deleteRoute(route, netns).catch((error) => {
      if (!(error instanceof NetlinkError) || error.code !== 'ESRCH') throw error;
    });
  }
}
