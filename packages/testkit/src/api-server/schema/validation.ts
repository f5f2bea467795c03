// Checks a value against a structural schema and names every field that is wrong.
import { type Cause, invalidValue } from '../failure.ts';
import { equalJson, isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { matchesFormat } from './formats.ts';
import { keepsUnknown, memberSchema, type Schema } from './schema.ts';

export function violations(schema: Schema, value: Json | undefined, before?: Json): readonly Cause[] {
  const causes: Cause[] = [];
  check(schema, value, before, '', causes);
  return causes;
}

function check(schema: Schema, value: Json | undefined, before: Json | undefined, path: string, causes: Cause[]): void {
  if (value === undefined) return;
  if (value === null && schema.nullable) return;
  const wrong = typeProblem(schema, value);
  if (wrong) {
    causes.push(invalidValue(path, typeOf(value), `${path} in body must be of type ${wrong}: "${typeOf(value)}"`));
    return;
  }
  if (schema.enum && !schema.enum.some((allowed) => equalJson(allowed, value))) {
    const supported = schema.enum.map((allowed) => JSON.stringify(allowed)).join(', ');
    const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${supported}`;
    causes.push({ reason: 'FieldValueNotSupported', message, field: path });
  }
  if (typeof value === 'string') checkText(schema, value, path, causes);
  else if (typeof value === 'number' || typeof value === 'bigint') checkNumber(schema, value, path, causes);
  else if (isJsonArray(value)) checkItems(schema, value, before, path, causes);
  else if (isJsonObject(value)) checkMembers(schema, value, before, path, causes);
  checkCombinations(schema, value, path, causes);
  checkImmutable(schema, value, before, path, causes);
}

function typeProblem(schema: Schema, value: Json): string | undefined {
  if (schema['x-kubernetes-int-or-string']) {
    return typeof value === 'string' || isInteger(value) ? undefined : 'integer,string';
  }
  const { type } = schema;
  if (type === undefined || type === '') return undefined;
  const actual = typeOf(value);
  if (actual === type || (type === 'number' && actual === 'integer')) return undefined;
  return type;
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (isJsonArray(value)) return 'array';
  if (typeof value === 'object') return 'object';
  return isInteger(value) ? 'integer' : typeof value;
}

function isInteger(value: Json): boolean {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
}

function checkText(schema: Schema, value: string, path: string, causes: Cause[]): void {
  const length = [...value].length;
  const add = (problem: string) => causes.push(invalidValue(path, value, `${path} in body ${problem}`));
  if (schema.minLength !== undefined && length < schema.minLength) {
    add(`should be at least ${schema.minLength} chars long`);
  }
  if (schema.maxLength !== undefined && length > schema.maxLength) {
    const message = `Too long: may not be more than ${schema.maxLength} bytes`;
    causes.push({ reason: 'FieldValueTooLong', message, field: path });
  }
  if (schema.pattern !== undefined && !patternOf(schema.pattern).test(value)) add(`should match '${schema.pattern}'`);
  if (schema.format !== undefined && !matchesFormat(schema.format, value)) {
    add(`must be of type ${schema.format}: ${JSON.stringify(value)}`);
  }
}

const patterns = new Map<string, RegExp>();

function patternOf(pattern: string): RegExp {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, known);
  return known;
}

function checkNumber(schema: Schema, value: number | bigint, path: string, causes: Cause[]): void {
  const add = (problem: string) => causes.push(invalidValue(path, value, `${path} in body ${problem}`));
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum)) {
    add(`should be greater than ${exclusiveMinimum ? '' : 'or equal to '}${minimum}`);
  }
  if (maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum)) {
    add(`should be less than ${exclusiveMaximum ? '' : 'or equal to '}${maximum}`);
  }
  if (multipleOf !== undefined && Number(value) % multipleOf !== 0) add(`should be a multiple of ${multipleOf}`);
}

function checkItems(
  schema: Schema,
  items: readonly Json[],
  before: Json | undefined,
  path: string,
  causes: Cause[],
): void {
  const { minItems, maxItems } = schema;
  if (minItems !== undefined && items.length < minItems) {
    causes.push(invalidValue(path, items.length, `${path} in body should have at least ${minItems} items`));
  }
  if (maxItems !== undefined && items.length > maxItems) {
    const message = `Too many: ${items.length}: must have at most ${maxItems} items`;
    causes.push({ reason: 'FieldValueTooMany', message, field: path });
  }
  const keys = schema['x-kubernetes-list-type'] === 'map' ? schema['x-kubernetes-list-map-keys'] : undefined;
  const identity = (item: Json): Json => {
    if (!keys || !isJsonObject(item)) return item;
    return keys.map((key) => item[key] ?? null);
  };
  if (keys || schema.uniqueItems || schema['x-kubernetes-list-type'] === 'set') {
    items.forEach((item, index) => {
      const first = items.findIndex((other) => equalJson(identity(other), identity(item)));
      if (first === index) return;
      const message = `Duplicate value: ${JSON.stringify(identity(item))}`;
      causes.push({ reason: 'FieldValueDuplicate', message, field: `${path}[${index}]` });
    });
  }
  const { items: itemSchema } = schema;
  if (!itemSchema) return;
  const old = isJsonArray(before) ? before : [];
  items.forEach((item, index) => {
    // Only lists with keys give an item a past to compare with.
    const was = keys ? old.find((other) => equalJson(identity(other), identity(item))) : undefined;
    check(itemSchema, item, was, `${path}[${index}]`, causes);
  });
}

function checkMembers(
  schema: Schema,
  value: JsonObject,
  before: Json | undefined,
  path: string,
  causes: Cause[],
): void {
  const prefix = path === '' ? '' : `${path}.`;
  for (const name of schema.required ?? []) {
    if (value[name] === undefined) {
      causes.push({ reason: 'FieldValueRequired', message: 'Required value', field: `${prefix}${name}` });
    }
  }
  const count = Object.keys(value).length;
  if (schema.minProperties !== undefined && count < schema.minProperties) {
    causes.push(invalidValue(path, count, `${path} in body should have at least ${schema.minProperties} properties`));
  }
  if (schema.maxProperties !== undefined && count > schema.maxProperties) {
    const message = `Too many: ${count}: must have at most ${schema.maxProperties} items`;
    causes.push({ reason: 'FieldValueTooMany', message, field: path });
  }
  const old = isJsonObject(before) ? before : undefined;
  for (const [name, member] of Object.entries(value)) {
    const known = memberSchema(schema, name);
    if (known) check(known, member, old?.[name], `${prefix}${name}`, causes);
    else if (!keepsUnknown(schema) && schema.additionalProperties === false) {
      causes.push(invalidValue(`${prefix}${name}`, name, 'is a forbidden property'));
    }
  }
}

function checkCombinations(schema: Schema, value: Json, path: string, causes: Cause[]): void {
  const fits = (option: Schema) => violations(option, value).length === 0;
  if (schema.allOf && !schema.allOf.every(fits))
    causes.push(invalidValue(path, value, 'must validate all the schemas (allOf)'));
  if (schema.anyOf && !schema.anyOf.some(fits)) {
    causes.push(invalidValue(path, value, 'must validate at least one schema (anyOf)'));
  }
  if (schema.oneOf && schema.oneOf.filter(fits).length !== 1) {
    causes.push(invalidValue(path, value, 'must validate one and only one schema (oneOf)'));
  }
  if (schema.not && fits(schema.not)) causes.push(invalidValue(path, value, 'must not validate the schema (not)'));
}

// Of CEL only the immutability rule is understood; it is the one rule the project's own CRDs use.
function checkImmutable(schema: Schema, value: Json, before: Json | undefined, path: string, causes: Cause[]): void {
  for (const { rule, message } of schema['x-kubernetes-validations'] ?? []) {
    if (rule.replaceAll(' ', '') !== 'self==oldSelf' || before === undefined || equalJson(value, before)) continue;
    causes.push(invalidValue(path, value, message ?? `failed rule: ${rule}`));
  }
}
