// Writes a set of fields into an object, and takes one out of it: the two halves of a server-side apply.

import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { type FieldSet, isItem, isLeaf, memberOf } from './field-set.ts';
import type { ListKeys } from './list-merge-keys.ts';
import { sameItem } from './strategic-patch.ts';

export function mergedWith(
  live: Json | undefined,
  applied: JsonObject,
  listKeys: ListKeys,
  path: readonly string[] = [],
): JsonObject {
  const result: Record<string, Json | undefined> = isJsonObject(live) ? { ...live } : {};
  for (const [name, value] of Object.entries(applied)) {
    const below = [...path, name];
    if (isJsonObject(value)) result[name] = mergedWith(result[name], value, listKeys, below);
    else if (isJsonArray(value)) result[name] = mergedList(result[name], value, listKeys, below);
    else if (value !== undefined) result[name] = value;
  }
  return result;
}

function mergedList(
  live: Json | undefined,
  applied: readonly Json[],
  listKeys: ListKeys,
  path: readonly string[],
): readonly Json[] {
  const keys = listKeys(path);
  if (!keys || !isJsonArray(live)) return applied;
  const list = [...live];
  for (const item of applied) {
    const index = list.findIndex((other) => sameItem(other, item, keys));
    const next = isJsonObject(item) ? mergedWith(list[index], item, listKeys, path) : item;
    if (index < 0) list.push(next);
    else list[index] = next;
  }
  return list;
}

/** A member that becomes empty goes too, as nobody owns it any more. */
export function withoutOwned(value: JsonObject, set: FieldSet): JsonObject {
  const result: Record<string, Json | undefined> = { ...value };
  for (const [step, inner] of Object.entries(set)) {
    const name = step.slice(2);
    const member = memberOf(value, step);
    if (member === undefined || !isJsonObject(inner)) continue;
    const kept = isLeaf(inner) ? undefined : withoutInner(member, inner);
    if (kept === undefined) delete result[name];
    else result[name] = kept;
  }
  return result;
}

function withoutInner(member: Json, set: FieldSet): Json | undefined {
  if (isJsonArray(member)) {
    const kept = Object.entries(set).reduce<readonly Json[]>(
      (list, [step, inner]) => withoutItem(list, step, inner),
      member,
    );
    return kept.length > 0 ? kept : undefined;
  }
  if (!isJsonObject(member)) return member;
  const kept = withoutOwned(member, set);
  return isLeaf(kept) ? undefined : kept;
}

function withoutItem(list: readonly Json[], step: string, inner: Json | undefined): readonly Json[] {
  return list.flatMap((item) => {
    if (!isItem(item, step)) return [item];
    if (!isJsonObject(inner) || isLeaf(inner) || inner['.'] || !isJsonObject(item)) return [];
    return [withoutOwned(item, inner)];
  });
}
