// Stand-in for the StatefulSet controller: keeps the pods NAME-0 ... NAME-(replicas-1) in existence.

import type { AnyObject, ApiServer } from '@kube-ovn/testkit';
import type { Pod } from './pod.ts';

export interface StatefulSet {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: AnyObject['metadata'];
  readonly spec: {
    readonly replicas?: number;
    readonly template: { readonly metadata?: object; readonly spec: Pod['spec'] };
  };
}

export function runStatefulSets(api: ApiServer): void {
  const objects = api.objects.as('sandbox-statefulset-controller');
  const reconcile = () => {
    for (const set of objects.list<StatefulSet>('statefulsets')) {
      if (set.metadata.deletionTimestamp) continue;
      const pods = objects.list<Pod>('pods', { namespace: set.metadata.namespace });
      const owned = pods.filter((pod) => pod.metadata.ownerReferences?.some(({ uid }) => uid === set.metadata.uid));
      for (const pod of missingPods(set, owned)) objects.create(pod);
      for (const { metadata } of surplusPods(set, owned)) objects.delete('pods', metadata.name, metadata.namespace);
    }
  };
  api.onWrite(({ type, collection }) => {
    const { plural } = collection.definition;
    if (plural === 'statefulsets' || (plural === 'pods' && type === 'DELETED')) reconcile();
  });
}

export function missingPods(set: StatefulSet, pods: readonly Pod[]): object[] {
  const present = new Set(pods.map(({ metadata }) => metadata.name));
  const names = Array.from({ length: set.spec.replicas ?? 1 }, (_, ordinal) => `${set.metadata.name}-${ordinal}`);
  return names.filter((name) => !present.has(name)).map((name) => podOf(set, name));
}

export function surplusPods(set: StatefulSet, pods: readonly Pod[]): Pod[] {
  const ordinalOf = (pod: Pod) => Number(/-(\d+)$/.exec(pod.metadata.name)?.[1] ?? 0);
  return pods.filter((pod) => ordinalOf(pod) >= (set.spec.replicas ?? 1) && !pod.metadata.deletionTimestamp);
}

function podOf(set: StatefulSet, name: string): object {
  const { apiVersion, kind, metadata } = set;
  const owner = {
    apiVersion,
    kind,
    name: metadata.name,
    uid: metadata.uid,
    controller: true,
    blockOwnerDeletion: true,
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...set.spec.template.metadata, name, namespace: metadata.namespace, ownerReferences: [owner] },
    spec: set.spec.template.spec,
  };
}
