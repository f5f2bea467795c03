// Sets of field paths in the form metadata.managedFields stores them: `{"f:spec":{"f:size":{}}}`. An empty object is an
// owned field; list items are named by their key (`k:{"name":"c"}`) or value (`v:"x"`), and own themselves as `.`.
import { equalJson, isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import type { ListKeys } from './list-merge-keys.ts';
import { sameItem } from './strategic-patch.ts';

export type FieldSet = JsonObject;

const OWNED: FieldSet = {};

export function isLeaf(set: FieldSet): boolean {
  for (const _ in set) return false;
  return true;
}

/** The fields `value` sets. */
export function fieldsOf(value: JsonObject, listKeys: ListKeys, path: readonly string[] = []): FieldSet {
  const set: Record<string, FieldSet> = {};
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) set[`f:${name}`] = fieldsOfMember(member, listKeys, [...path, name]);
  }
  return set;
}

function fieldsOfMember(value: Json, listKeys: ListKeys, path: readonly string[]): FieldSet {
  if (isJsonObject(value)) return fieldsOf(value, listKeys, path);
  const keys = isJsonArray(value) ? listKeys(path) : undefined;
  if (!keys || !isJsonArray(value)) return OWNED;
  const items = value.map((item): [string, FieldSet] => {
    const inner = isJsonObject(item) ? { '.': OWNED, ...fieldsOf(item, listKeys, path) } : OWNED;
    return [itemName(item, keys), inner];
  });
  return Object.fromEntries(items);
}

function itemName(item: Json, keys: readonly string[]): string {
  if (!isJsonObject(item)) return `v:${JSON.stringify(item)}`;
  return `k:${JSON.stringify(Object.fromEntries(keys.map((key) => [key, item[key]])))}`;
}

export function subtract(set: FieldSet, other: FieldSet): FieldSet {
  return combine(set, other, (inner, otherInner) => {
    if (otherInner === undefined) return inner;
    // Who owns a whole keeps it when another owns a part of it, and loses it with the whole.
    if (isLeaf(otherInner)) return undefined;
    return isLeaf(inner) ? inner : emptyAsNothing(subtract(inner, otherInner));
  });
}

export function intersect(set: FieldSet, other: FieldSet): FieldSet {
  return combine(set, other, (inner, otherInner) => {
    if (otherInner === undefined) return undefined;
    if (isLeaf(inner)) return otherInner;
    return isLeaf(otherInner) ? inner : emptyAsNothing(intersect(inner, otherInner));
  });
}

export function union(set: FieldSet, other: FieldSet): FieldSet {
  const result: Record<string, Json | undefined> = { ...set };
  for (const [name, inner] of Object.entries(other)) {
    const own = result[name];
    result[name] = isJsonObject(own) && isJsonObject(inner) ? union(own, inner) : inner;
  }
  return result;
}

/** Fields that `after` sets to something else than `before`, and fields that only `before` has. */
export function changedFields(
  before: JsonObject,
  after: JsonObject,
  listKeys: ListKeys,
): { readonly set: FieldSet; readonly gone: FieldSet } {
  const old = fieldsOf(before, listKeys);
  const now = fieldsOf(after, listKeys);
  return { set: differing(now, before, after), gone: subtract(old, now) };
}

/** The part of `set` whose fields have different values in `a` and `b`. */
export function differing(set: FieldSet, a: Json | undefined, b: Json | undefined): FieldSet {
  return combine(set, {}, (inner, _, name) => {
    if (name === '.') return a === undefined || b === undefined ? inner : undefined;
    const [left, right] = [memberOf(a, name), memberOf(b, name)];
    if (isLeaf(inner)) return equalJson(left, right) ? undefined : inner;
    return emptyAsNothing(differing(inner, left, right));
  });
}

export function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (name.startsWith('f:')) return isJsonObject(value) ? value[name.slice(2)] : undefined;
  return isJsonArray(value) ? value.find((item) => isItem(item, name)) : undefined;
}

export function isItem(item: Json, name: string): boolean {
  const wanted: Json = JSON.parse(name.slice(2));
  return isJsonObject(wanted) ? sameItem(item, wanted, Object.keys(wanted)) : equalJson(item, wanted);
}

type Choose = (inner: FieldSet, other: FieldSet | undefined, name: string) => FieldSet | undefined;

function combine(set: FieldSet, other: FieldSet, choose: Choose): FieldSet {
  const result: Record<string, FieldSet> = {};
  for (const [name, inner] of Object.entries(set)) {
    const otherInner = other[name];
    if (!isJsonObject(inner)) continue;
    const chosen = choose(inner, isJsonObject(otherInner) ? otherInner : undefined, name);
    if (chosen) result[name] = chosen;
  }
  return result;
}

function emptyAsNothing(set: FieldSet): FieldSet | undefined {
  return isLeaf(set) ? undefined : set;
}
