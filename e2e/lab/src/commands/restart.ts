// `restart NODE [PROGRAM]`: the node loses its power and comes back, or one of its programs is started again.

import { closeSync, openSync } from 'node:fs';
import { request } from 'node:http';
import { PlainError } from '@kube-ovn/testkit/launch';
import { connectCluster } from '../cluster/client.ts';
import { installStandIn } from '../cluster/stand-in-network.ts';
import type { Order } from '../inside/control-server.ts';
import { runOnNode } from '../outside/enter-node.ts';
import { CONTROL_SOCKET, RUN } from '../paths.ts';
import { clusterPlan } from '../plan/cluster-plan.ts';
import type { RunningLab } from '../state/lab-record.ts';

export async function restart(lab: RunningLab, node: string, program: string | undefined): Promise<void> {
  if (program !== undefined) {
    await runOnNode(lab, node, ['sv', '-w', '30', 'force-restart', `/etc/service/${program}`]);
    return;
  }
  await power(node, 'restart');
  if (lab.options.network !== 'ptp') return;
  // Routes of the stand-in network are nobody's but ours.
  const client = await connectCluster();
  await installStandIn(client, lab, clusterPlan(lab.options)).finally(() => client.close());
}

export function power(node: string, order: Order): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // A socket's path may have 107 bytes at most; the way through a descriptor is short.
  const folder = openSync(RUN, 'r');
  const call = request({
    socketPath: `/proc/self/fd/${folder}/${CONTROL_SOCKET}`,
    path: `/nodes/${node}/${order}`,
    method: 'POST',
    agent: false,
  });
  call.on('response', (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    response.on('end', () => {
      if (response.statusCode === 200) resolve();
      else reject(new PlainError(`${order} of ${node}: ${text}`, 'See `npm run lab -- status`.'));
    });
  });
  call.on('error', reject);
  call.end();
  return promise.finally(() => closeSync(folder));
}
