// Says which workloads of our release do not run as it wants them yet. An `up` on a lab that runs changes some of them.

import type { KubeClient, KubeObject } from '@kube-ovn/kube';
import { answered } from './client.ts';
import { DAEMON_SETS, DEPLOYMENTS } from './resources.ts';

const NAMESPACE = 'kube-system';
const LABEL = 'app.kubernetes.io/part-of=kube-ovn';

interface Workload extends KubeObject {
  readonly spec?: { readonly replicas?: number };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly desiredNumberScheduled?: number;
    readonly updatedNumberScheduled?: number;
    readonly numberAvailable?: number;
    readonly replicas?: number;
    readonly updatedReplicas?: number;
    readonly availableReplicas?: number;
  };
}

export async function notRolledOut(client: KubeClient): Promise<string | undefined> {
  const lists = [DAEMON_SETS, DEPLOYMENTS].map((ref) =>
    answered('list of workloads', client.list<Workload>(ref, { namespace: NAMESPACE, labelSelector: LABEL })),
  );
  const waiting = (await Promise.all(lists)).flatMap(({ items }) => items.filter((workload) => !isRolledOut(workload)));
  return waiting.length === 0 ? undefined : waiting.map(({ metadata }) => metadata.name).join(', ');
}

export function isRolledOut({ metadata, spec, status = {} }: Workload): boolean {
  if ((status.observedGeneration ?? 0) < (metadata.generation ?? 0)) return false;
  const wanted = spec?.replicas ?? status.desiredNumberScheduled ?? 0;
  const counts =
    spec?.replicas === undefined
      ? [status.updatedNumberScheduled, status.numberAvailable]
      : [status.updatedReplicas, status.availableReplicas, status.replicas];
  return counts.every((count = 0) => count === wanted);
}
