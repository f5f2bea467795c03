// metadata.managedFields: which manager owns which fields. Kept from the first server-side apply of an object on; objects
// nobody ever applied carry none, which keeps them small.

import type { Clock } from '../clock.ts';
import { equalJson, isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { apiVersionOf, type ResourceDefinition } from '../resources/resource-definition.ts';
import type { ApiObject } from '../store/api-object.ts';
import { changedFields, type FieldSet, fieldsOf, isLeaf, subtract, union } from './field-set.ts';
import { type ListKeys, listKeysFor } from './list-merge-keys.ts';

export interface ManagedEntry extends JsonObject {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly time: string;
  readonly fieldsType: 'FieldsV1';
  readonly fieldsV1: FieldSet;
  readonly subresource?: string;
}

export interface Manager {
  readonly name: string;
  readonly operation: 'Apply' | 'Update';
  readonly subresource: string | undefined;
}

export function entriesOf(object: ApiObject): readonly ManagedEntry[] {
  return (object.metadata.managedFields ?? []).filter(isEntry);
}

function isEntry(value: Json): value is ManagedEntry {
  return isJsonObject(value) && typeof value.manager === 'string' && isJsonObject(value.fieldsV1);
}

export function isManagedBy(entry: ManagedEntry, { name, operation, subresource }: Manager): boolean {
  return entry.manager === name && entry.operation === operation && entry.subresource === subresource;
}

/** The entries with that of `manager` set to `fields`; an unchanged entry keeps its time, so that a repeat is a no-op. */
export function withEntry(
  entries: readonly ManagedEntry[],
  manager: Manager,
  fields: FieldSet,
  definition: ResourceDefinition,
  now: string,
): readonly ManagedEntry[] {
  const old = entries.find((entry) => isManagedBy(entry, manager));
  if (old && equalJson(old.fieldsV1, fields)) return entries;
  const others = entries.filter((entry) => entry !== old);
  if (isLeaf(fields)) return others;
  const entry: ManagedEntry = {
    manager: manager.name,
    operation: manager.operation,
    apiVersion: apiVersionOf(definition),
    time: now,
    fieldsType: 'FieldsV1',
    fieldsV1: fields,
    ...(manager.subresource === undefined ? {} : { subresource: manager.subresource }),
  };
  return [...others, entry];
}

export function withoutFields(entries: readonly ManagedEntry[], fields: FieldSet): readonly ManagedEntry[] {
  return entries.flatMap((entry) => {
    const fieldsV1 = subtract(entry.fieldsV1, fields);
    if (isLeaf(fieldsV1)) return [];
    return equalJson(fieldsV1, entry.fieldsV1) ? [entry] : [{ ...entry, fieldsV1 }];
  });
}

/** After an ordinary write: what changed belongs to the writer now. */
export function trackUpdate(
  definition: ResourceDefinition,
  before: ApiObject,
  after: ApiObject,
  manager: Manager,
  clock: Clock,
): readonly Json[] | undefined {
  const entries = entriesOf(before);
  if (entries.length === 0) return before.metadata.managedFields;
  const { set, gone } = changedFields(ownable(before), ownable(after), keysFor(definition));
  if (isLeaf(set) && isLeaf(gone)) return before.metadata.managedFields;
  const own = entries.find((entry) => isManagedBy(entry, manager))?.fieldsV1 ?? {};
  const others = withoutFields(entries, union(set, gone));
  return withEntry(others, manager, subtract(union(own, set), gone), definition, clock.timestamp());
}

/** All fields of an object that existed before its first apply, as the real server notes them. */
export function entryBeforeFirstApply(definition: ResourceDefinition, object: ApiObject, now: string) {
  const manager: Manager = { name: 'before-first-apply', operation: 'Update', subresource: undefined };
  return withEntry([], manager, fieldsOf(ownable(object), keysFor(definition)), definition, now);
}

export function keysFor({ builtin, schema }: ResourceDefinition): ListKeys {
  return listKeysFor(builtin ? undefined : (schema ?? {}));
}

const OWNABLE_METADATA = ['labels', 'annotations', 'finalizers', 'ownerReferences'];

/** The part of an object that somebody can own: identity and the server's own fields are nobody's. */
export function ownable(object: JsonObject): JsonObject {
  const { apiVersion: _apiVersion, kind: _kind, metadata, ...rest } = object;
  const given = isJsonObject(metadata) ? metadata : {};
  const kept = OWNABLE_METADATA.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]));
  return kept.length === 0 ? rest : { metadata: Object.fromEntries(kept), ...rest };
}
