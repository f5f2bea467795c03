// `add-node`: one more node joins the cluster that runs.

import { COLOURS, createProgress, PlainError } from '@kube-ovn/testkit/launch';
import { connectCluster } from '../cluster/client.ts';
import { nodesReady, registered } from '../cluster/node-states.ts';
import { installStandIn } from '../cluster/stand-in-network.ts';
import { createDisk } from '../node/disk.ts';
import { MAX_NODES } from '../options.ts';
import { power } from '../outside/power.ts';
import { clusterPlan } from '../plan/cluster-plan.ts';
import { type RunningLab, writeRecord } from '../state/lab-record.ts';

/** Resolves to the name of the node. */
export async function addNode(lab: RunningLab): Promise<string> {
  const nodes = lab.options.nodes + 1;
  if (nodes > MAX_NODES) throw new PlainError(`a lab has at most ${MAX_NODES} nodes.`, 'Use those that are there.');
  const options = { ...lab.options, nodes };
  const plan = clusterPlan(options);
  const { name } = plan.nodeList[nodes - 1]!;
  const progress = createProgress(process.stdout, COLOURS);
  const client = await connectCluster();
  try {
    await progress.step(`start ${name}`, async () => {
      createDisk(name);
      // Written first: a node that did not come up is still one that can be looked at.
      writeRecord({ ...lab, options });
      await power(name, 'start');
    });
    await progress.step('nodes register', () => registered(client, plan));
    if (options.network === 'none') return name;
    if (options.network === 'ptp') await installStandIn(client, { ...lab, options }, plan);
    await progress.step('nodes are Ready', () => nodesReady(client, plan));
    return name;
  } finally {
    client.close();
  }
}
