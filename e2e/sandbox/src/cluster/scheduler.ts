// Stand-in for the scheduler: a pod without a node gets the one with the fewest pods, workers first.

import type { ApiServer } from '@kube-ovn/testkit';
import type { AddressPlan } from '../network/address-plan.ts';
import type { Pod } from './pod.ts';

export function runScheduler(api: ApiServer, plan: AddressPlan): void {
  const objects = api.objects.as('sandbox-scheduler');
  const workers = plan.nodes.filter(({ role }) => role === 'worker').map(({ name }) => name);
  api.onWrite(({ type, collection, version }) => {
    if (type !== 'ADDED' || collection.definition.plural !== 'pods') return;
    const { namespace, name } = version.object.metadata;
    const pods = objects.list<Pod>('pods');
    const pod = pods.find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
    if (!pod || pod.spec.nodeName) return;
    objects.bind(name, namespace, leastUsed(workers, pods));
  });
}

/** The first of `nodes` that no other has fewer pods than. */
export function leastUsed(nodes: readonly string[], pods: readonly Pod[]): string {
  const used = (node: string) => pods.filter(({ spec }) => spec.nodeName === node).length;
  const [first, ...others] = nodes;
  if (first === undefined) throw new Error('there are no nodes for pods');
  return others.reduce((best, node) => (used(node) < used(best) ? node : best), first);
}
