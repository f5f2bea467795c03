// `remove-node`: the last node loses its power and is deleted.

import { rmSync } from 'node:fs';
import { COLOURS, createProgress, PlainError } from '@kube-ovn/testkit/launch';
import { answered, connectCluster } from '../cluster/client.ts';
import { NODES } from '../cluster/resources.ts';
import { power } from '../outside/power.ts';
import { nodeFolder } from '../paths.ts';
import { clusterPlan } from '../plan/cluster-plan.ts';
import { type RunningLab, writeRecord } from '../state/lab-record.ts';

/** Resolves to the name of the node. */
export async function removeNode(lab: RunningLab): Promise<string> {
  const { nodes } = lab.options;
  if (nodes === 1) throw new PlainError('the last node is the control plane.', 'Use `npm run lab -- down`.');
  const { name } = clusterPlan(lab.options).nodeList[nodes - 1]!;
  const client = await connectCluster();
  try {
    await createProgress(process.stdout, COLOURS).step(`${name} goes`, async () => {
      await power(name, 'stop');
      await answered('deletion of the node', client.delete(NODES, name));
      writeRecord({ ...lab, options: { ...lab.options, nodes: nodes - 1 } });
      rmSync(nodeFolder(name), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    });
    return name;
  } finally {
    client.close();
  }
}
