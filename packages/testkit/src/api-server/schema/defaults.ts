// Fills defaults of a structural schema, top down. A default of a member appears only when its parent exists.
import { isJsonArray, isJsonObject, type Json } from '../json/json.ts';
import { memberSchema, type Schema } from './schema.ts';

export function withDefaults(schema: Schema, value: Json | undefined): Json | undefined {
  if (!hasDefaults(schema)) return value;
  if (isJsonArray(value)) {
    const { items } = schema;
    if (!items) return value;
    const next = value.map((item) => withDefaults(items, item) as Json);
    return next.every((item, index) => item === value[index]) ? value : next;
  }
  if (!isJsonObject(value)) return value;
  const changes: Record<string, Json | undefined> = {};
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const filled = withDefaults(member, ownOrDefault(member, value[name]));
    if (filled !== value[name]) changes[name] = filled;
  }
  for (const [name, current] of Object.entries(value)) {
    if (schema.properties && Object.hasOwn(schema.properties, name)) continue;
    const filled = withDefaults(memberSchema(schema, name) ?? {}, current);
    if (filled !== current) changes[name] = filled;
  }
  return Object.keys(changes).length > 0 ? { ...value, ...changes } : value;
}

function ownOrDefault(schema: Schema, value: Json | undefined): Json | undefined {
  if (schema.default === undefined) return value;
  // null is no value for a field that is not nullable, so the default takes its place.
  return value === undefined || (value === null && !schema.nullable) ? schema.default : value;
}

const known = new WeakMap<Schema, boolean>();

function hasDefaults(schema: Schema): boolean {
  const remembered = known.get(schema);
  if (remembered !== undefined) return remembered;
  const members = Object.values(schema.properties ?? {});
  if (isJsonObject(schema.additionalProperties)) members.push(schema.additionalProperties as Schema);
  if (schema.items) members.push(schema.items);
  const found = members.some((member) => member.default !== undefined || hasDefaults(member));
  known.set(schema, found);
  return found;
}
