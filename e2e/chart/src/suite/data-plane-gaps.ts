// How long traffic is silent while the pods of the data plane are replaced: the longest row of datagrams that was lost, one a
// millisecond, for each of so many replacements on all nodes.

import type { Tools } from './tools.ts';
import { type Losses, lossesDuring, startTraffic, stopTraffic } from './traffic.ts';

export async function dataPlaneGaps(
  tools: Tools,
  times: number,
  onLosses: (losses: Losses) => void = () => {},
): Promise<number[]> {
  const gaps: number[] = [];
  await startTraffic(tools);
  for (let time = 0; time < times; time++) {
    const losses = await lossesDuring(tools, () => replaceDataPlane(tools));
    if (losses.broken !== '') throw new Error(`the TCP stream broke: ${losses.broken}`);
    gaps.push(losses.gapMs);
    onLosses(losses);
  }
  await stopTraffic(tools);
  return gaps;
}

/** New pods of the same template, one node after the other. */
async function replaceDataPlane({ runKubectl, namespace }: Tools): Promise<void> {
  await runKubectl('-n', namespace, 'rollout', 'restart', 'daemonset/ovs-ovn');
  await runKubectl('-n', namespace, 'rollout', 'status', 'daemonset/ovs-ovn', '--timeout=180s');
}
