// PATCH: computes the object the client wants, then follows the same path as PUT.
import { parse as parseYaml } from 'yaml';
import type { Cluster, Target, WriteOptions } from '../cluster.ts';
import { badRequest, notFound, unsupportedMediaType } from '../failure.ts';
import { decodeJson } from '../json/codec.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import type { Version } from '../store/api-object.ts';
import { type Subresource, storeUpdate } from '../write/update.ts';
import { applyServerSide } from './apply.ts';
import { applyJsonPatch } from './json-patch.ts';
import { applyMergePatch } from './merge-patch.ts';
import { applyStrategicPatch } from './strategic-patch.ts';

export const JSON_PATCH = 'application/json-patch+json';
export const MERGE_PATCH = 'application/merge-patch+json';
export const STRATEGIC_PATCH = 'application/strategic-merge-patch+json';
export const APPLY_PATCH = 'application/apply-patch+yaml';

export interface PatchOptions extends WriteOptions {
  readonly force?: boolean | undefined;
}

export interface PatchOutcome {
  readonly version: Version;
  readonly created: boolean;
}

export function patchObject(
  cluster: Cluster,
  target: Target,
  subresource: Subresource,
  contentType: string,
  text: string,
  options: PatchOptions,
): PatchOutcome {
  if (contentType === APPLY_PATCH || contentType === 'application/apply-patch+json') {
    return applyServerSide(cluster, target, subresource, decodeApply(text), options);
  }
  const { collection, namespace, name } = target;
  const before = collection.get(namespace, name);
  if (!before) throw notFound(collection.definition, name);
  const change = changeFor(contentType, collection.definition.builtin);
  const next = change(before.object, decodeJson(text));
  return { version: storeUpdate(cluster, target, subresource, before, next, options), created: false };
}

function changeFor(contentType: string, builtin: boolean): (object: JsonObject, patch: Json) => JsonObject {
  if (contentType === JSON_PATCH) return applyJsonPatch;
  if (contentType === MERGE_PATCH) return (object, patch) => applyMergePatch(object, patchObjectOf(patch));
  if (contentType === STRATEGIC_PATCH && builtin) {
    return (object, patch) => applyStrategicPatch(object, patchObjectOf(patch));
  }
  const supported = [JSON_PATCH, MERGE_PATCH, APPLY_PATCH];
  throw unsupportedMediaType(contentType, builtin ? [...supported, STRATEGIC_PATCH] : supported);
}

function patchObjectOf(patch: Json): JsonObject {
  if (isJsonObject(patch)) return patch;
  throw badRequest('the patch is not an object');
}

function decodeApply(text: string): JsonObject {
  // YAML contains JSON, but its parser is slow and knows no long integers.
  const value: unknown = text.trimStart().startsWith('{') ? decodeJson(text) : parseYaml(text);
  if (isJsonObject(value)) return value;
  throw badRequest('the body of an apply request is not an object');
}
