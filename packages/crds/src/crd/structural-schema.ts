// Turns a zod schema into a structural OpenAPI v3 schema, the subset that a CustomResourceDefinition may hold.

import * as z from 'zod';

export interface StructuralSchema {
  readonly type?: string;
  readonly description?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, StructuralSchema>>;
  readonly items?: StructuralSchema;
  readonly additionalProperties?: StructuralSchema;
  readonly [keyword: string]: unknown;
}

/**
 * Extra facts come from `.meta()` of the zod schema and are copied as they are: `format`, `x-kubernetes-*`,
 * `x-kubernetes-validations` for CEL rules. `crdType` replaces what zod would say, where several JSON types are read
 * but one is written.
 */
export function structuralSchema(schema: z.ZodType): StructuralSchema {
  const generated = z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'input', unrepresentable: 'any' });
  return clean(generated as StructuralSchema);
}

/** Keywords of the JSON schema that say how zod works, not what may be stored. */
const DROPPED = new Set(['$schema', 'crdType', 'additionalProperties', 'anyOf', 'propertyNames']);
const ORDER = ['description', 'type', 'format', 'default', 'enum', 'required', 'properties'];

function clean(raw: StructuralSchema): StructuralSchema {
  const kept: Record<string, unknown> = {};
  for (const key of sortKeywords(Object.keys(raw))) {
    if (DROPPED.has(key) || isIntegerLimit(raw, key)) continue;
    kept[key] = raw[key];
  }
  if (raw.crdType !== undefined) kept.type = raw.crdType;
  if (raw.properties) kept.properties = mapValues(raw.properties, clean);
  if (raw.items) kept.items = clean(raw.items);
  // An open object accepts anything on read, but must not promise to store it: unknown fields are pruned.
  const values = raw.additionalProperties;
  if (values?.type !== undefined) kept.additionalProperties = clean(values);
  return kept;
}

/** zod limits every integer to what a double holds exactly; the stored schema has only limits that were asked for. */
function isIntegerLimit(raw: StructuralSchema, key: string): boolean {
  return (key === 'minimum' || key === 'maximum') && Math.abs(Number(raw[key])) === Number.MAX_SAFE_INTEGER;
}

function sortKeywords(keys: readonly string[]): string[] {
  const rank = (key: string) => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length);
  return keys.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function mapValues(
  properties: Readonly<Record<string, StructuralSchema>>,
  change: (schema: StructuralSchema) => StructuralSchema,
): Record<string, StructuralSchema> {
  const sorted = Object.entries(properties).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, schema]) => [name, change(schema)]));
}
