// A pod on each node that every other one asks: who is there, who was started anew, whether all reach all.

import type { KubeClient } from '@kube-ovn/kube';
import { startTestPods, unreached } from '../../cluster/reachability.ts';
import type { PodObject } from '../../cluster/resources.ts';
import { waitUntil } from '../../cluster/wait.ts';
import { clusterPlan } from '../../plan/cluster-plan.ts';
import { requireLab } from '../../state/lab-record.ts';

const LIMIT_MS = 180_000;

export interface EchoPod {
  readonly name: string;
  readonly node: string;
  readonly container: string;
  readonly addresses: string;
}

/** On all nodes that the lab has now; resolves when every pod reaches every other, across nodes and by name. */
export async function everybodyReaches(client: KubeClient): Promise<EchoPod[]> {
  const plan = clusterPlan(requireLab().options);
  let pods: PodObject[] = [];
  await waitUntil(
    'pods of all nodes reach each other',
    async () => {
      pods = await startTestPods(client, plan, LIMIT_MS);
      return unreached(pods, plan);
    },
    LIMIT_MS,
  );
  return pods.map(describe);
}

/** The same, once the pod of this node runs in a container that `before` does not know. */
export async function restartedPodReaches(
  client: KubeClient,
  node: string,
  before: readonly EchoPod[],
): Promise<EchoPod[]> {
  const known = new Set(before.map(({ container }) => container));
  let pods: EchoPod[] = [];
  await waitUntil(
    `the pod of ${node} runs again`,
    async () => {
      pods = (await startTestPods(client, clusterPlan(requireLab().options), LIMIT_MS)).map(describe);
      const own = pods.find((pod) => pod.node === node);
      return own !== undefined && own.container !== '' && !known.has(own.container) ? undefined : JSON.stringify(pods);
    },
    LIMIT_MS,
  );
  return everybodyReaches(client);
}

function describe({ metadata, spec, status }: PodObject): EchoPod {
  return {
    name: metadata.name,
    node: spec.nodeName ?? '',
    container: status?.containerStatuses?.[0]?.containerID ?? '',
    addresses: (status?.podIPs ?? []).map(({ ip }) => ip).join(),
  };
}
