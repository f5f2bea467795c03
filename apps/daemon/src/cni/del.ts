// DEL: removes what ADD made. It knows the names from the request alone, so it works for pods that nobody remembers.

import { codedError } from '@kube-ovn/errors';
import { removePort } from '../ovs/pod-port.ts';
import { together } from '../together.ts';
import type { CniContext } from './context.ts';
import { hostLinkName } from './names.ts';
import { removePodLink } from './pod-link.ts';
import type { PodRequest } from './request.ts';
import { stageFailure } from './stage-failure.ts';

const OVS_LIMIT_MS = 20_000;

export async function deletePod(context: CniContext, request: PodRequest, signal: AbortSignal): Promise<void> {
  const { container_id: container, pod_namespace: namespace, pod_name: name } = request;
  const host = hostLinkName(container, request.if_name);
  await context.attempts.hold(container, async () => {
    await context.attempts.end(container, codedError('ERR_CNI_SUPERSEDED', { container, pod: `${namespace}/${name}` }));
    await together(signal, [
      () => removePodLink(context.netlink, host),
      (inner) => disconnect(context, host, request, inner),
    ]);
  });
}

async function disconnect({ ovs }: CniContext, host: string, request: PodRequest, outer: AbortSignal): Promise<void> {
  const limited = AbortSignal.any([outer, AbortSignal.timeout(OVS_LIMIT_MS)]);
  await ovs.client.current(limited).catch((error) => {
    throw stageFailure('delete-nic', 'ERR_CNI_OVS_FAILED', { problem: `not connected (${ovs.client.state})` }, error);
  });
  // Twelve characters of a container id could be those of another container.
  const owner = ovs.interface(host)?.external_ids.container_id;
  if (owner !== undefined && owner !== request.container_id) return;
  const transaction = ovs.client.newTransaction();
  removePort(transaction, ovs, host);
  await ovs.commit('remove port', transaction);
}
