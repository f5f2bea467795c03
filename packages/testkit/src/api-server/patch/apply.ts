// Server-side apply: the applied fields are set, fields the manager applied before and no longer does go, conflicts with
// other managers are refused unless forced.

import type { Cluster, Target } from '../cluster.ts';
import { ApiFailure, badRequest, type Cause, invalid, notFound } from '../failure.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import type { ResourceDefinition } from '../resources/resource-definition.ts';
import type { Version } from '../store/api-object.ts';
import { createObject } from '../write/create.ts';
import { type Subresource, storeUpdate } from '../write/update.ts';
import { differing, type FieldSet, fieldsOf, intersect, isLeaf, subtract } from './field-set.ts';
import { mergedWith, withoutOwned } from './field-values.ts';
import {
  entriesOf,
  entryBeforeFirstApply,
  isManagedBy,
  keysFor,
  type ManagedEntry,
  type Manager,
  ownable,
  withEntry,
  withoutFields,
} from './managed-fields.ts';
import type { PatchOptions, PatchOutcome } from './patch.ts';

const PATCH_OPTIONS = { group: 'meta.k8s.io', plural: '', kind: 'PatchOptions' };

export function applyServerSide(
  cluster: Cluster,
  target: Target,
  subresource: Subresource,
  applied: JsonObject,
  options: PatchOptions,
): PatchOutcome {
  if (!options.fieldManager) {
    throw invalid(PATCH_OPTIONS, '', [
      { field: 'fieldManager', reason: 'FieldValueRequired', message: 'Required value: is required for apply patch' },
    ]);
  }
  checkName(target, applied);
  const { collection, namespace, name } = target;
  const before = collection.get(namespace, name);
  if (before) return { version: applyTo(cluster, target, subresource, before, applied, options), created: false };
  if (subresource) throw notFound(collection.definition, name);
  return { version: applyNew(cluster, target, applied, options), created: true };
}

function checkName({ name }: Target, { metadata }: JsonObject): void {
  if (!isJsonObject(metadata)) throw badRequest('an applied object needs metadata');
  if (metadata.managedFields) throw badRequest('metadata.managedFields must be nil');
  if (metadata.name === undefined || metadata.name === name) return;
  throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`);
}

function applyNew(cluster: Cluster, target: Target, applied: JsonObject, options: PatchOptions): Version {
  const { collection, namespace, name } = target;
  const { definition } = collection;
  const manager = managerOf(options, undefined);
  const fields = fieldsOf(ownedPart(definition, undefined, applied), keysFor(definition));
  const managedFields = withEntry([], manager, fields, definition, cluster.clock.timestamp());
  const given = isJsonObject(applied.metadata) ? applied.metadata : {};
  const body = { ...applied, metadata: { ...given, name, managedFields } };
  return createObject(cluster, collection, namespace, body, options);
}

function applyTo(
  cluster: Cluster,
  target: Target,
  subresource: Subresource,
  before: Version,
  applied: JsonObject,
  options: PatchOptions,
): Version {
  const { definition } = target.collection;
  const now = cluster.clock.timestamp();
  const live = before.object;
  const listKeys = keysFor(definition);
  const owned = ownedPart(definition, subresource, applied);
  const fields = fieldsOf(owned, listKeys);
  const manager = managerOf(options, subresource);
  const known = entriesOf(live);
  const entries = known.length > 0 ? known : entryBeforeFirstApply(definition, live, now);

  const own = entries.find((entry) => isManagedBy(entry, manager));
  const others = entries.filter((entry) => entry !== own);
  const disputed = differing(fields, ownable(live), owned);
  if (!options.force) refuseConflicts(target, others, disputed);

  const dropped = others.reduce<FieldSet>(
    (left, entry) => subtract(left, entry.fieldsV1),
    subtract(own?.fieldsV1 ?? {}, fields),
  );
  const merged = withoutOwned(mergedWith(live, owned, listKeys), dropped);
  const kept = others.flatMap((entry) => withoutFields([entry], disputed));
  const managedFields = withEntry(own ? inPlaceOf(entries, kept, own) : kept, manager, fields, definition, now);
  return storeUpdate(cluster, target, subresource, before, withPreconditions(merged, applied), {
    ...options,
    managedFields,
  });
}

// The order of entries must not change when nothing else does.
function inPlaceOf(entries: readonly ManagedEntry[], kept: readonly ManagedEntry[], own: ManagedEntry) {
  const all = [...kept, own];
  const position = (entry: ManagedEntry) => entries.findIndex((other) => sameManager(other, entry));
  return all.sort((a, b) => position(a) - position(b));
}

function sameManager(a: ManagedEntry, b: ManagedEntry): boolean {
  return a.manager === b.manager && a.operation === b.operation && a.subresource === b.subresource;
}

function managerOf({ fieldManager = '' }: PatchOptions, subresource: Subresource): Manager {
  return { name: fieldManager, operation: 'Apply', subresource };
}

function ownedPart({ hasStatus, builtin }: ResourceDefinition, subresource: Subresource, applied: JsonObject) {
  const { status, ...rest } = ownable(applied);
  if (!hasStatus) return ownable(applied);
  if (!subresource) return rest;
  const { metadata } = rest;
  return builtin && metadata !== undefined ? { metadata, status } : { status };
}

function withPreconditions(merged: JsonObject, { metadata }: JsonObject): JsonObject {
  const { resourceVersion, uid } = isJsonObject(metadata) ? metadata : {};
  if (!resourceVersion && !uid) return merged;
  const live = isJsonObject(merged.metadata) ? merged.metadata : {};
  return {
    ...merged,
    metadata: { ...live, ...(resourceVersion ? { resourceVersion } : {}), ...(uid ? { uid } : {}) },
  };
}

function refuseConflicts({ collection, name }: Target, others: readonly ManagedEntry[], disputed: FieldSet): void {
  const causes = others.flatMap((entry) => {
    return fieldNames(intersect(disputed, entry.fieldsV1)).map((field): Cause => {
      const using = entry.operation === 'Apply' ? '' : ` using ${entry.apiVersion}`;
      return { reason: 'FieldManagerConflict', message: `conflict with "${entry.manager}"${using}`, field };
    });
  });
  if (causes.length === 0) return;
  const list = causes.map(({ message, field }) => `${message}: ${field}`).join('; ');
  const message = `Apply failed with ${causes.length} conflict${causes.length === 1 ? '' : 's'}: ${list}`;
  throw new ApiFailure(409, 'Conflict', message, { resource: collection.definition, name, causes });
}

function fieldNames(set: FieldSet, path = ''): readonly string[] {
  return Object.entries(set).flatMap(([step, inner]) => {
    const name = step.startsWith('f:') ? `${path}.${step.slice(2)}` : step === '.' ? path : `${path}[${step.slice(2)}]`;
    return isJsonObject(inner) && !isLeaf(inner) ? fieldNames(inner, name) : [name];
  });
}
