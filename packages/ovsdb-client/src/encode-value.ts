// User value -> wire value by the schema. A value that the column cannot hold is a bug of the caller and throws here,
// with the column's name, rather than as a syntax error of the server.
import type { AtomType, ColumnSchema } from './schema.ts';
import { isUuid, type NamedUuid, type Scalar, type Value } from './value.ts';
import type { WireAtom, WireValue } from './wire.ts';

/** What may be written: a decoded value, with rows of the same transaction in place of uuids. */
export type Writable =
  | Value
  | NamedUuid
  | readonly (Scalar | NamedUuid)[]
  | Readonly<Record<string, Scalar | NamedUuid>>;

export function encodeValue(column: ColumnSchema, value: Writable, where: string): WireValue {
  if (column.kind === 'map') return encodeMap(column, value, where);
  if (Array.isArray(value)) return encodeSet(column, value, where);
  if (value === undefined) {
    if (column.min === 0) return ['set', []];
    throw new TypeError(`${where}: undefined in a column that must have a value`);
  }
  return encodeAtom(column.key.type, value, where);
}

export function encodeSet(column: ColumnSchema, elements: readonly unknown[], where: string): WireValue {
  if (column.kind === 'scalar') throw new TypeError(`${where}: an array in a column of one value`);
  if (column.max !== 'unlimited' && elements.length > column.max) {
    throw new TypeError(`${where}: ${elements.length} elements in a column of at most ${column.max}`);
  }
  return ['set', elements.map((element) => encodeAtom(column.key.type, element, where))];
}

function encodeMap(column: ColumnSchema, value: unknown, where: string): WireValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${where}: not an object in a map column`);
  }
  const { type } = column.value!;
  return [
    'map',
    Object.entries(value).map(([key, entry]) => [encodeKey(column, key, where), encodeAtom(type, entry, where)]),
  ];
}

/** Keys of maps are property names; here they get their type back. */
export function encodeKey(column: ColumnSchema, key: Scalar, where: string): WireAtom {
  const { type } = column.key;
  if (type === 'integer' || type === 'real') return encodeAtom(type, Number(key), where);
  if (type === 'boolean') return encodeAtom(type, key === true || key === 'true', where);
  return encodeAtom(type, key, where);
}

export function encodeAtom(type: AtomType, value: unknown, where: string): WireAtom {
  switch (type) {
    case 'string':
      if (typeof value === 'string') return value;
      break;
    case 'uuid':
      if (isUuid(value)) return ['uuid', value];
      if (isNamedUuid(value)) return ['named-uuid', value.named];
      break;
    case 'boolean':
      if (typeof value === 'boolean') return value;
      break;
    case 'integer':
      if (Number.isSafeInteger(value)) return value as number;
      break;
    case 'real':
      if (Number.isFinite(value)) return value as number;
      break;
  }
  throw new TypeError(`${where}: not a value of type ${type}: ${JSON.stringify(value)}`);
}

export function isNamedUuid(value: unknown): value is NamedUuid {
  return typeof value === 'object' && value !== null && 'named' in value && typeof value.named === 'string';
}
