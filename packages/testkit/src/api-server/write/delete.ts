// DELETE: preconditions, grace periods, finalizers, and the three ways to treat dependents.

import { timestampOf } from '../clock.ts';
import type { Cluster, Target, WriteOptions } from '../cluster.ts';
import { conflict, notFound } from '../failure.ts';
import { isJsonObject, type Json } from '../json/json.ts';
import { parseSelection, type SelectionRequest, selects } from '../read/selection.ts';
import type { ResourceDefinition } from '../resources/resource-definition.ts';
import type { ApiObject, Metadata, Version } from '../store/api-object.ts';
import type { Collection } from '../store/collection.ts';
import { isFinished } from './update.ts';

export const ORPHAN = 'orphan';
export const FOREGROUND = 'foregroundDeletion';

const NONE: readonly string[] = [];

export interface DeleteOptions {
  readonly gracePeriodSeconds?: number | undefined;
  readonly propagationPolicy?: string | undefined;
  readonly dryRun?: boolean | undefined;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string } | undefined;
}

export interface Deletion {
  readonly version: Version;
  /** False while a grace period or a finalizer keeps the object. */
  readonly gone: boolean;
}

export function deleteObject(cluster: Cluster, target: Target, asked: DeleteOptions, options: WriteOptions): Deletion {
  const { collection, namespace, name } = target;
  const before = collection.get(namespace, name);
  if (!before) throw notFound(collection.definition, name);
  checkPreconditions(collection, name, before, asked);
  // Without a wish of its own, a second deletion leaves the time of the first.
  const wanted = asked.gracePeriodSeconds ?? before.object.metadata.deletionGracePeriodSeconds;
  const grace = collection.definition.gracePeriod?.(before.object, wanted) ?? 0;
  const object = markDeleted(cluster, collection.definition, before.object, grace, asked.propagationPolicy);
  if (isFinished(collection.definition, object)) {
    // Where there can be a grace period, its end is written down before the object goes: watches see both.
    const isSeenEnding = collection.definition.gracePeriod !== undefined && object !== before.object;
    const last = isSeenEnding ? cluster.storage.put(collection, object, before, options) : before;
    return { version: cluster.storage.remove(collection, object, last, options), gone: true };
  }
  if (object === before.object) return { version: before, gone: false };
  return { version: cluster.storage.put(collection, object, before, options), gone: false };
}

export function deleteSelected(
  cluster: Cluster,
  collection: Collection,
  request: SelectionRequest,
  asked: DeleteOptions,
  options: WriteOptions,
): readonly Version[] {
  const selection = parseSelection(request, collection.definition);
  const selected = collection.list(selection.namespace).filter((version) => selects(selection, version.object));
  return selected.flatMap(({ object: { metadata } }) => {
    const target = { collection, namespace: metadata.namespace, name: metadata.name };
    // A commit listener may have deleted it meanwhile, as a dependent of an earlier one.
    if (!collection.get(target.namespace, target.name)) return [];
    return [deleteObject(cluster, target, asked, options).version];
  });
}

function checkPreconditions(
  { definition }: Collection,
  name: string,
  { object: { metadata } }: Version,
  { preconditions }: DeleteOptions,
): void {
  const { uid, resourceVersion } = preconditions ?? {};
  if (uid && uid !== metadata.uid) {
    const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadata.uid}`;
    throw conflict(definition, name, why);
  }
  if (resourceVersion && resourceVersion !== metadata.resourceVersion) {
    const why = `Precondition failed: ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${metadata.resourceVersion}`;
    throw conflict(definition, name, why);
  }
}

// Marking twice changes nothing, except that a later request may shorten the grace period.
function markDeleted(
  cluster: Cluster,
  definition: ResourceDefinition,
  object: ApiObject,
  grace: number,
  propagation: string | undefined,
): ApiObject {
  const { metadata } = object;
  const held = metadata.finalizers ?? NONE;
  const finalizers = withPropagation(held, propagation);
  const already = metadata.deletionTimestamp !== undefined;
  if (already && finalizers === held && grace >= (metadata.deletionGracePeriodSeconds ?? 0)) {
    return object;
  }
  const marked: ApiObject = {
    ...object,
    metadata: {
      ...metadata,
      finalizers: finalizers.length > 0 ? finalizers : undefined,
      generation: metadata.generation === undefined || already ? metadata.generation : metadata.generation + 1,
      deletionTimestamp: deletionTime(cluster, metadata, grace),
      deletionGracePeriodSeconds: grace,
    },
  };
  return definition.whenDeleted?.(marked) ?? marked;
}

function deletionTime({ clock }: Cluster, metadata: Metadata, grace: number): string {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = metadata;
  if (!deletionTimestamp) return clock.timestamp(grace);
  const asked = Date.parse(deletionTimestamp) - deletionGracePeriodSeconds * 1000;
  return timestampOf(asked + grace * 1000);
}

function withPropagation(finalizers: readonly string[], propagation: string | undefined): readonly string[] {
  const wanted = propagation === 'Orphan' ? ORPHAN : propagation === 'Foreground' ? FOREGROUND : undefined;
  return wanted === undefined || finalizers.includes(wanted) ? finalizers : [...finalizers, wanted];
}

export function parseDeleteOptions(body: Json | undefined, query: URLSearchParams): DeleteOptions {
  const given = isJsonObject(body) ? body : {};
  const grace = query.get('gracePeriodSeconds') ?? given.gracePeriodSeconds;
  const orphan = query.get('orphanDependents') ?? given.orphanDependents;
  const propagation = query.get('propagationPolicy') ?? given.propagationPolicy;
  const conditions = isJsonObject(given.preconditions) ? given.preconditions : {};
  return {
    gracePeriodSeconds: grace === undefined || grace === null ? undefined : Number(grace),
    propagationPolicy: propagation ? String(propagation) : String(orphan) === 'true' ? 'Orphan' : undefined,
    dryRun: Array.isArray(given.dryRun) && given.dryRun.length > 0,
    preconditions: {
      ...(conditions.uid ? { uid: String(conditions.uid) } : {}),
      ...(conditions.resourceVersion ? { resourceVersion: String(conditions.resourceVersion) } : {}),
    },
  };
}
