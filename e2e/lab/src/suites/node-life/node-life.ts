// `node-life`: what happens to nodes in a year, and pods and tunnels that come back by themselves. It leaves the lab as it was.

import { PlainError } from '@kube-ovn/testkit/launch';
import { connectCluster } from '../../cluster/client.ts';
import { removeTestPods } from '../../cluster/reachability.ts';
import { releaseTools } from '../../cluster/release-tools.ts';
import type { RunningLab } from '../../state/lab-record.ts';
import type { TestResult } from '../result.ts';
import { runCases } from '../run-cases.ts';
import { NODE_LIFE } from './cases.ts';

export async function runNodeLife(lab: RunningLab, focus: string | undefined): Promise<TestResult[]> {
  const { network, nodes } = lab.options;
  if (network !== 'kube-ovn' || nodes < 3) {
    throw new PlainError('this suite needs our network and three nodes.', 'Start them: npm run lab -- up');
  }
  const client = await connectCluster();
  try {
    return await runCases(NODE_LIFE, { client, tools: releaseTools() }, focus);
  } finally {
    await removeTestPods(client);
    client.close();
  }
}
