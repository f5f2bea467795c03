// `replace NODE`: the node is gone for good, and another machine with an empty disk joins under its name and addresses.

import { COLOURS, createProgress, PlainError } from '@kube-ovn/testkit/launch';
import { answered, connectCluster } from '../cluster/client.ts';
import { nodesReady, registered } from '../cluster/node-states.ts';
import { NODES } from '../cluster/resources.ts';
import { installStandIn } from '../cluster/stand-in-network.ts';
import { createDisk } from '../node/disk.ts';
import { power } from '../outside/power.ts';
import { clusterPlan, controlPlane } from '../plan/cluster-plan.ts';
import type { RunningLab } from '../state/lab-record.ts';

/** `gone` is called between the two: when the cluster knows nothing of the node any more. */
export async function replace(lab: RunningLab, name: string, gone = async () => {}): Promise<void> {
  const plan = clusterPlan(lab.options);
  if (name === controlPlane(plan).name) {
    throw new PlainError(`the disk of ${name} holds the cluster itself.`, 'Replace another node, or `down` and `up`.');
  }
  const progress = createProgress(process.stdout, COLOURS);
  const client = await connectCluster();
  try {
    await progress.step(`${name} goes`, async () => {
      await power(name, 'stop');
      await answered('deletion of the node', client.delete(NODES, name));
    });
    await gone();
    await progress.step(`${name} comes with an empty disk`, async () => {
      createDisk(name);
      await power(name, 'start');
    });
    await progress.step('nodes register', () => registered(client, plan));
    if (plan.network === 'none') return;
    if (plan.network === 'ptp') await installStandIn(client, lab, plan);
    await progress.step('nodes are Ready', () => nodesReady(client, plan));
  } finally {
    client.close();
  }
}
