// GC: the runtime lists the attachments of one network that still exist; ours of that network that are not listed go.

import { type PodPort, podPortOf, removePort } from '../ovs/pod-port.ts';
import type { CniContext } from './context.ts';
import { hostLinkName } from './names.ts';
import { removePodLink } from './pod-link.ts';
import type { GcRequest } from './request.ts';

export async function collectInvalid(context: CniContext, request: GcRequest): Promise<void> {
  const valid = new Set(
    request.valid_attachments.map(({ container_id: container, if_name: ifName }) => hostLinkName(container, ifName)),
  );
  const invalid = [...context.ovs.interfaces()].flatMap((row) => {
    const port = podPortOf(row);
    return port && port.provider === request.provider && !valid.has(port.name) ? [port] : [];
  });
  await removePorts(
    context,
    invalid.filter(({ containerId }) => !context.attempts.isBusy(containerId)),
  );
}

/** All in one transaction; the links after it. */
export async function removePorts(context: CniContext, ports: readonly PodPort[]): Promise<void> {
  if (ports.length === 0) return;
  const transaction = context.ovs.client.newTransaction();
  for (const { name } of ports) removePort(transaction, context.ovs, name);
  await context.ovs.commit('collect ports', transaction);
  for (const { name } of ports) {
    await removePodLink(context.netlink, name);
    context.metrics.portCollected();
    context.log.info('port of a vanished pod removed', { port: name });
  }
}
