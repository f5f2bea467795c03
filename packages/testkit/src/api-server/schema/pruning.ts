// Removes fields a structural schema does not know. Unchanged subtrees are returned as they are.
import { isJsonArray, isJsonObject, type Json } from '../json/json.ts';
import { keepsUnknown, memberSchema, type Schema } from './schema.ts';

export function pruned(schema: Schema, value: Json | undefined): Json | undefined {
  if (isJsonArray(value)) return prunedItems(schema, value);
  if (!isJsonObject(value)) return value;
  const keepAll =
    keepsUnknown(schema) ||
    (schema.properties === undefined && schema.additionalProperties === undefined && schema.type !== 'object');
  let changed = false;
  const kept: Record<string, Json | undefined> = {};
  for (const [name, member] of Object.entries(value)) {
    const known = memberSchema(schema, name) ?? (isResourceField(schema, name) || keepAll ? {} : undefined);
    const next = known && pruned(known, member);
    if (next !== member) changed = true;
    if (known) kept[name] = next;
    else changed = true;
  }
  return changed ? kept : value;
}

function prunedItems(schema: Schema, items: readonly Json[]): Json {
  const { items: itemSchema } = schema;
  if (!itemSchema) return items;
  const next = items.map((item) => pruned(itemSchema, item) as Json);
  return next.every((item, index) => item === items[index]) ? items : next;
}

function isResourceField(schema: Schema, name: string): boolean {
  return schema['x-kubernetes-embedded-resource'] === true && ['apiVersion', 'kind', 'metadata'].includes(name);
}
