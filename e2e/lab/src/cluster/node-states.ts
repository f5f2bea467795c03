// Waits for nodes: that they are known to the cluster, and that they are Ready.

import type { KubeClient } from '@kube-ovn/kube';
import { CONTROL_PLANE_LABEL } from '../node/config-files.ts';
import { type ClusterPlan, controlPlane } from '../plan/cluster-plan.ts';
import { answered } from './client.ts';
import { hasCondition, NODES, type NodeObject } from './resources.ts';
import { waitUntil } from './wait.ts';

const REGISTER_LIMIT_MS = 60_000;
const READY_LIMIT_MS = 180_000;

export async function registered(client: KubeClient, plan: ClusterPlan): Promise<void> {
  await waitUntil(
    'nodes',
    async () => {
      const { items } = await answered('list of nodes', client.list(NODES));
      return items.length < plan.nodes ? `only ${items.map(({ metadata }) => metadata.name)}` : undefined;
    },
    REGISTER_LIMIT_MS,
  );
  // A kubelet may not give itself this label.
  const patch = { metadata: { labels: { [CONTROL_PLANE_LABEL]: '' } } };
  await answered('label', client.mergePatch(NODES, controlPlane(plan).name, undefined, patch));
}

export async function nodesReady(client: KubeClient, plan: ClusterPlan): Promise<void> {
  const notYet = async () => {
    const { items } = await answered('list of nodes', client.list<NodeObject>(NODES));
    const waiting = items.filter(({ status }) => !hasCondition(status?.conditions, 'Ready'));
    if (waiting.length === 0 && items.length === plan.nodes) return undefined;
    const why = waiting.map(({ metadata, status }) => {
      const ready = status?.conditions?.find(({ type }) => type === 'Ready');
      return `${metadata.name}: ${ready?.message ?? 'says nothing'}`;
    });
    return why.join('\n');
  };
  await waitUntil('nodes are Ready', notYet, READY_LIMIT_MS);
}
