// Server-side apply.

import type { Cluster, Target } from './cluster.ts';
import { createObject } from './create.ts';
import { badRequest, notFound } from './failure.ts';
import type { JsonObject } from './json.ts';
import type { PatchOptions, PatchOutcome } from './patch.ts';
import { applyStrategicPatch } from './patch-strategic.ts';
import { type Subresource, storeUpdate } from './update.ts';

export function applyServerSide(
  cluster: Cluster,
  target: Target,
  subresource: Subresource,
  applied: JsonObject,
  options: PatchOptions,
): PatchOutcome {
  if (!options.fieldManager)
    throw badRequest(
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    );
  const { collection, namespace, name } = target;
  const before = collection.get(namespace, name);
  if (before) {
    const next = applyStrategicPatch(before.object, applied);
    return { version: storeUpdate(cluster, target, subresource, before, next, options), created: false };
  }
  if (subresource) throw notFound(collection.definition, name);
  return { version: createObject(cluster, collection, namespace, applied, options), created: true };
}
