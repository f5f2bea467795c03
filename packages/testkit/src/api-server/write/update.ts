// The second half of PUT and of every patch: what of the new object counts, and whether anything changed at all.

import type { Cluster, Target, WriteOptions } from '../cluster.ts';
import {
  badRequest,
  type Cause,
  conflict,
  invalid,
  invalidValue,
  MODIFIED,
  notFound,
  WRONG_NAMESPACE,
} from '../failure.ts';
import { equalJson, isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { type Manager, trackUpdate } from '../patch/managed-fields.ts';
import { apiVersionOf, type ResourceDefinition } from '../resources/resource-definition.ts';
import { admitBySchema } from '../schema/admission.ts';
import type { ApiObject, Metadata, Version } from '../store/api-object.ts';
import { checkKind, createObject } from './create.ts';
import { checkMetadata, withoutEmpty } from './metadata-rules.ts';

export type Subresource = 'status' | undefined;

export interface UpdateOptions extends WriteOptions {
  /** Given by server-side apply, which does its own book-keeping; all other writes are tracked here. */
  readonly managedFields?: readonly Json[];
}

export function replaceObject(
  cluster: Cluster,
  target: Target,
  subresource: Subresource,
  body: Json,
  options: WriteOptions,
): Version {
  const { collection, namespace, name } = target;
  const { definition } = collection;
  if (!isJsonObject(body)) throw badRequest('the body of the request is not an object');
  checkKind(definition, body);
  const before = collection.get(namespace, name);
  const given = isJsonObject(body.metadata) ? body.metadata : {};
  if (given.name !== name) {
    throw badRequest(`the name of the object (${given.name ?? ''}) does not match the name on the URL (${name})`);
  }
  if (!before) {
    if (definition.createsOnUpdate && !subresource) return createObject(cluster, collection, namespace, body, options);
    throw notFound(definition, name);
  }
  if (!given.resourceVersion && !definition.builtin) {
    const cause = invalidValue('metadata.resourceVersion', 0, 'must be specified for an update');
    throw invalid(definition, name, [cause]);
  }
  // In a replacement the uid is a precondition; in a patch it is one more field that cannot change.
  const { uid } = before.object.metadata;
  if (given.uid && given.uid !== uid) {
    const why = `Precondition failed: UID in precondition: ${given.uid}, UID in object meta: ${uid}`;
    throw conflict(definition, name, why);
  }
  return storeUpdate(cluster, target, subresource, before, body, options);
}

/** `next` is the complete object the client wants; preconditions in its metadata are honoured. */
export function storeUpdate(
  cluster: Cluster,
  target: Target,
  subresource: Subresource,
  before: Version,
  next: JsonObject,
  options: UpdateOptions,
): Version {
  const { collection, name } = target;
  const { definition } = collection;
  const old = before.object;
  const given = isJsonObject(next.metadata) ? next.metadata : {};
  checkPreconditions(definition, name, given, before);
  const causes = metadataCauses(definition, given, old);
  if (causes.length > 0) throw invalid(definition, name, causes);

  const merged = mergeAllowed(definition, subresource, old, next, keptMetadata(given, old));
  const admitted = admitBySchema(definition, merged, old);
  const problems = definition.validate?.(admitted, old) ?? [];
  if (problems.length > 0) throw invalid(definition, name, problems);

  const tracked = withManagedFields(cluster, definition, subresource, old, admitted, options);
  const object = withGeneration(definition, old, tracked);
  if (isFinished(definition, object)) return cluster.storage.remove(collection, object, before, options);
  if (equalJson(old, object)) return before;
  return cluster.storage.put(collection, object, before, options);
}

function checkPreconditions(definition: ResourceDefinition, name: string, given: JsonObject, before: Version): void {
  const { namespace, resourceVersion } = before.object.metadata;
  if (given.resourceVersion && given.resourceVersion !== resourceVersion) throw conflict(definition, name, MODIFIED);
  if (given.namespace && given.namespace !== namespace) throw badRequest(WRONG_NAMESPACE);
}

function metadataCauses(definition: ResourceDefinition, given: JsonObject, old: ApiObject): readonly Cause[] {
  const { metadata } = old;
  const changed = IMMUTABLE.filter((field) => {
    // Once deletion has begun, its time is kept whatever is sent; before that, no client may set one.
    if (field === 'deletionTimestamp' && metadata.deletionTimestamp) return false;
    return given[field] !== undefined && given[field] !== '' && !equalJson(given[field], metadata[field]);
  });
  const causes = changed.map((field) => invalidValue(`metadata.${field}`, given[field], 'field is immutable'));
  return causes.length > 0 ? causes : checkMetadata(definition, given, old);
}

const IMMUTABLE = ['name', 'uid', 'deletionTimestamp', 'deletionGracePeriodSeconds'];

// Fields a client cannot change come from the stored object, whatever the client sent.
function keptMetadata(given: JsonObject, { metadata: old }: ApiObject): Metadata {
  return {
    ...withoutEmpty(given),
    name: old.name,
    generateName: old.generateName,
    namespace: old.namespace,
    uid: old.uid,
    resourceVersion: old.resourceVersion,
    generation: old.generation,
    creationTimestamp: old.creationTimestamp,
    deletionTimestamp: old.deletionTimestamp,
    deletionGracePeriodSeconds: old.deletionGracePeriodSeconds,
    managedFields: old.managedFields,
  };
}

function mergeAllowed(
  definition: ResourceDefinition,
  subresource: Subresource,
  old: ApiObject,
  next: JsonObject,
  metadata: Metadata,
): ApiObject {
  const typed = { ...next, apiVersion: apiVersionOf(definition), kind: definition.kind, metadata };
  if (!definition.hasStatus) return typed;
  if (!subresource) return { ...typed, status: old.status };
  // A custom resource's status endpoint writes nothing but status; the built-in ones also take labels and annotations.
  if (!definition.builtin) {
    return { ...old, status: next.status };
  }
  return { ...old, metadata: { ...metadata, ownerReferences: old.metadata.ownerReferences }, status: next.status };
}

function withManagedFields(
  cluster: Cluster,
  definition: ResourceDefinition,
  subresource: Subresource,
  old: ApiObject,
  next: ApiObject,
  { managedFields, fieldManager, userAgent }: UpdateOptions,
): ApiObject {
  const name = fieldManager ?? userAgent.split('/')[0] ?? '';
  const manager: Manager = { name, operation: 'Update', subresource };
  const fields = managedFields ?? trackUpdate(definition, old, next, manager, cluster.clock);
  if (fields === next.metadata.managedFields) return next;
  return { ...next, metadata: { ...next.metadata, managedFields: fields } };
}

// Built-in kinds count changes of spec, custom resources changes of anything outside metadata and status.
function withGeneration(definition: ResourceDefinition, old: ApiObject, next: ApiObject): ApiObject {
  if (!definition.hasGeneration) return next;
  const changed = definition.builtin
    ? !equalJson(old.spec, next.spec)
    : !equalJson(countedPart(definition, old), countedPart(definition, next));
  if (!changed) return next;
  return { ...next, metadata: { ...next.metadata, generation: (old.metadata.generation ?? 0) + 1 } };
}

function countedPart({ hasStatus }: ResourceDefinition, object: ApiObject): JsonObject {
  const { metadata: _metadata, status, ...rest } = object;
  return hasStatus ? rest : { ...rest, status };
}

/** Deletion was asked for, its time is over, and nobody holds the object any more. */
export function isFinished(definition: ResourceDefinition, object: ApiObject): boolean {
  const { metadata } = object;
  if (!metadata.deletionTimestamp || (metadata.finalizers?.length ?? 0) > 0 || definition.isHeld?.(object))
    return false;
  return (metadata.deletionGracePeriodSeconds ?? 0) === 0;
}
