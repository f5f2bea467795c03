// What `kubectl describe pod` shows of CNI calls.

import type { Conflict } from './conflict-watch.ts';
import type { CniContext } from './context.ts';
import { hostLinkName } from './names.ts';
import type { PodNetwork } from './pod-network.ts';
import { redact } from './redact.ts';
import { type PodRequest, podKey } from './request.ts';
import type { StageFailure } from './stage-failure.ts';

type Reason =
  | 'PodNetworkConfigured'
  | 'PodNetworkConfigureFailed'
  | 'PodNetworkRemoved'
  | 'PodNetworkRemoveFailed'
  | 'PodAddressConflict';

export function tellConfigured(context: CniContext, request: PodRequest, network: PodNetwork): void {
  const ip = network.addresses.map((address) => address.ip).join(',');
  const facts = `subnet=${network.subnet} ip=${ip} mac=${network.mac}`;
  tell(context, request, 'Normal', 'PodNetworkConfigured', `${facts} ${place(context, request)}`);
}

export function tellRemoved(context: CniContext, request: PodRequest): void {
  tell(context, request, 'Normal', 'PodNetworkRemoved', place(context, request));
}

/** Found when the pod had been reported ready already. */
export function tellConflict(context: CniContext, request: PodRequest, { ip, mac }: Conflict): void {
  const text = `IP address ${ip} has already been used by host with MAC ${mac}`;
  tell(context, request, 'Warning', 'PodAddressConflict', `${text} ${place(context, request)}`);
}

export function tellFailed(context: CniContext, request: PodRequest, reason: Reason, failure: StageFailure): void {
  const { container_id: container, net_ns: netns, deviceID, if_name: ifName } = request;
  const text = redact(failure.error.message, [container, netns, deviceID, hostLinkName(container, ifName)]);
  tell(context, request, 'Warning', reason, `stage=${failure.stage} error=${text} ${place(context, request)}`);
}

function tell(
  context: CniContext,
  request: PodRequest,
  type: 'Normal' | 'Warning',
  reason: Reason,
  message: string,
): void {
  const pod = context.stores.pods.get(podKey(request));
  // Of a pod that is gone nobody wants to hear; an event without uid would show up at its successor.
  if (!pod) return;
  context.events.event({ apiVersion: 'v1', kind: 'Pod', metadata: pod.metadata }, type, reason, message);
}

function place(context: CniContext, { provider, if_name: ifName }: PodRequest): string {
  return `provider=${provider} interface=${ifName} node=${context.nodeName}`;
}
