// Strategic merge patch: a merge patch in which lists with a key merge item by item, steered by `$` directives.
import { equalJson, isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { builtinListKeys } from './list-merge-keys.ts';

export function applyStrategicPatch(
  target: Json | undefined,
  patch: JsonObject,
  path: readonly string[] = [],
): JsonObject {
  if (patch.$patch === 'replace') return withoutDirectives(patch);
  const result: Record<string, Json | undefined> = isJsonObject(target) ? { ...target } : {};
  dropUnretained(result, patch.$retainKeys);
  for (const [name, value] of Object.entries(patch)) {
    const below = [...path, name];
    if (name.startsWith('$deleteFromPrimitiveList/')) removeItems(result, name.slice(name.indexOf('/') + 1), value);
    else if (name.startsWith('$')) continue;
    else if (value === null) delete result[name];
    else if (isJsonObject(value) && value.$patch === 'delete') delete result[name];
    else if (isJsonObject(value)) result[name] = applyStrategicPatch(result[name], value, below);
    else if (isJsonArray(value))
      result[name] = mergedList(result[name], value, patch[`$setElementOrder/${name}`], below);
    else result[name] = value;
  }
  return result;
}

function mergedList(
  target: Json | undefined,
  patch: readonly Json[],
  order: Json | undefined,
  path: readonly string[],
): Json {
  const keys = builtinListKeys(path);
  const current = isJsonArray(target) ? target : [];
  if (!keys) return patch;
  if (keys.length === 0) return [...current, ...patch.filter((item) => !current.includes(item))];
  if (patch.some((item) => isJsonObject(item) && item.$patch === 'replace')) {
    return patch.filter((item) => !(isJsonObject(item) && item.$patch === 'replace'));
  }
  const merged = patch.reduce<readonly Json[]>((list, item) => mergeItem(list, item, keys, path), current);
  return isJsonArray(order) ? inOrder(merged, order, keys) : merged;
}

function mergeItem(
  list: readonly Json[],
  item: Json,
  keys: readonly string[],
  path: readonly string[],
): readonly Json[] {
  if (!isJsonObject(item)) return [...list, item];
  const index = list.findIndex((other) => sameItem(other, item, keys));
  if (item.$patch === 'delete') return index < 0 ? list : list.toSpliced(index, 1);
  const next = applyStrategicPatch(list[index], item, path);
  return index < 0 ? [...list, next] : list.with(index, next);
}

function inOrder(list: readonly Json[], order: readonly Json[], keys: readonly string[]): readonly Json[] {
  const position = (item: Json) => order.findIndex((other) => sameItem(other, item, keys));
  const placed = list.filter((item) => position(item) >= 0).sort((a, b) => position(a) - position(b));
  return [...placed, ...list.filter((item) => position(item) < 0)];
}

export function sameItem(a: Json | undefined, b: Json | undefined, keys: readonly string[]): boolean {
  if (!isJsonObject(a) || !isJsonObject(b)) return equalJson(a, b);
  return keys.every((key) => equalJson(a[key], b[key]));
}

function removeItems(result: Record<string, Json | undefined>, name: string, unwanted: Json | undefined): void {
  const list = result[name];
  if (isJsonArray(list) && isJsonArray(unwanted)) result[name] = list.filter((item) => !unwanted.includes(item));
}

function dropUnretained(result: Record<string, Json | undefined>, retain: Json | undefined): void {
  if (!isJsonArray(retain)) return;
  for (const name of Object.keys(result)) if (!retain.includes(name)) delete result[name];
}

function withoutDirectives(patch: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(patch).filter(([name]) => !name.startsWith('$')));
}
