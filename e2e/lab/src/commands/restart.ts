// `restart NODE [PROGRAM]`: the node loses its power and comes back, or one of its programs is started again.

import { connectCluster } from '../cluster/client.ts';
import { installStandIn } from '../cluster/stand-in-network.ts';
import { runOnNode } from '../outside/enter-node.ts';
import { power } from '../outside/power.ts';
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
