// What the server needs to know about one resource. Built-in resources and CRDs both become one of these.

import type { Cause } from '../failure.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { Schema } from '../schema/schema.ts';
import type { ApiObject } from '../store/api-object.ts';

export interface ResourceDefinition {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  /** Built-in kinds differ from CRDs: items of a list carry no kind, PUT works without resourceVersion, strategic patches exist. */
  readonly builtin: boolean;
  readonly hasStatus: boolean;
  /** Whether metadata.generation is counted. */
  readonly hasGeneration: boolean;
  readonly selectableFields: readonly string[];
  readonly columns: readonly Column[];
  readonly scale?: ScalePaths;
  readonly schema?: Schema;
  /** Names may be any path segment, such as `system:node`, and not only DNS names. */
  readonly hasFreeNames?: boolean;
  /** The kubelet registers nodes with their status; every other kind starts with an empty one. */
  readonly keepsStatusOnCreate?: boolean;
  /** A PUT of an absent object creates it. */
  readonly createsOnUpdate?: boolean;
  /** DELETE answers with the object and not with a Status. */
  readonly returnsDeleted?: boolean;
  /** Fields the real server fills in at creation. */
  readonly fillIn?: (object: JsonObject, server: FillInContext) => JsonObject;
  readonly validate?: (object: ApiObject, before: ApiObject | undefined) => readonly Cause[];
  /** Seconds an object lives on after DELETE; 0 or absent means it goes at once. */
  readonly gracePeriod?: (object: ApiObject, requested: number | undefined) => number;
  /** Whether something beyond metadata.finalizers keeps a deleted object. */
  readonly isHeld?: (object: ApiObject) => boolean;
  /** What deletion changes besides metadata. */
  readonly whenDeleted?: (object: ApiObject) => ApiObject;
}

export interface FillInContext {
  readonly now: string;
  readonly allocateClusterIp: (family: 'IPv4' | 'IPv6') => string | undefined;
}

export interface ScalePaths {
  readonly spec: readonly string[];
  readonly status: readonly string[];
  readonly selector?: readonly string[];
}

export interface Column {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format?: string;
  readonly description?: string;
  /** 0 is always shown, more only with `-o wide`. */
  readonly priority: number;
  readonly cell: (object: ApiObject, now: number) => Json;
}

export function apiVersionOf({ group, version }: { group: string; version: string }): string {
  return group === '' ? version : `${group}/${version}`;
}
