// A pod gets its node: the one way in which spec.nodeName of an existing pod changes.

import type { Cluster, Target, WriteOptions } from '../cluster.ts';
import { conflict, notFound } from '../failure.ts';
import { isJsonArray, jsonAt, withJsonAt } from '../json/json.ts';
import type { ApiObject, Version } from '../store/api-object.ts';

export function bindPod(cluster: Cluster, target: Target, nodeName: string, options: WriteOptions): Version {
  const { collection, namespace, name } = target;
  const before = collection.get(namespace, name);
  if (!before) throw notFound(collection.definition, name);
  const assigned = jsonAt(before.object, ['spec', 'nodeName']);
  if (assigned) {
    throw conflict(collection.definition, name, `pod ${name} is already assigned to node "${assigned}"`);
  }
  const others = jsonAt(before.object, ['status', 'conditions']);
  const now = cluster.clock.timestamp();
  const scheduled = { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: now };
  const conditions = [...(isJsonArray(others) ? others : []), scheduled];
  const placed = withJsonAt(before.object, ['spec', 'nodeName'], nodeName);
  const bound = withJsonAt(placed, ['status', 'conditions'], conditions) as ApiObject;
  return cluster.storage.put(collection, bound, before, options);
}
