// Waits until the controller has given the pod its address and its route, as its annotations tell.

import { hasUid } from '../kube/pod-record.ts';
import { waitUntil } from '../wait-until.ts';
import type { CniContext } from './context.ts';
import { type PodNetwork, type PodNetworkState, readPodNetwork } from './pod-network.ts';
import { type PodRequest, podKey } from './request.ts';
import { stageFailure } from './stage-failure.ts';

const LIMIT_MS = 20_000;

export async function waitForNetwork(
  context: CniContext,
  request: PodRequest,
  signal: AbortSignal,
): Promise<PodNetwork> {
  const pod = podKey(request);
  const { pods } = context.stores;
  const began = performance.now();
  let last: PodNetworkState | undefined;
  let addressAt = began;
  const probe = () => {
    const record = pods.get(pod);
    if (!record || !hasUid(record, request.pod_uid)) throw stageFailure('get-pod', 'ERR_CNI_POD_NOT_FOUND', { pod });
    if (last?.state !== 'waiting' || last.for === 'address') addressAt = performance.now();
    last = readPodNetwork(record, request);
    return last.state === 'ready' ? last.network : undefined;
  };
  const subscribe = (listener: () => void) => pods.onChange(({ key }) => key === pod && listener());
  const network = await waitUntil(subscribe, probe, { timeoutMs: LIMIT_MS, signal });
  context.metrics.waited('address', (addressAt - began) / 1000);
  context.metrics.waited('route', (performance.now() - addressAt) / 1000);
  if (network) return network;
  const params = { pod, seconds: LIMIT_MS / 1000 };
  throw last?.state === 'waiting' && last.for === 'route'
    ? stageFailure('wait-route', 'ERR_CNI_NO_ROUTE', params)
    : stageFailure('wait-address', 'ERR_CNI_NO_ADDRESS', params);
}
