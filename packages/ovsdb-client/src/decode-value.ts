// Wire value -> user value, checked against the schema: a value of the wrong shape is a ProtocolError, never a guess.
import { ProtocolError } from './ovsdb-error.ts';
import type { AtomType, ColumnSchema } from './schema.ts';
import { isUuid, type Scalar, type Value, ZERO_UUID } from './value.ts';

const NO_ELEMENTS: readonly never[] = Object.freeze([]);
const NO_ENTRIES: Readonly<Record<string, never>> = Object.freeze(Object.create(null));

export function decodeValue(column: ColumnSchema, wire: unknown): Value {
  switch (column.kind) {
    case 'scalar':
      return decodeAtom(column.key.type, wire);
    case 'optional':
      return decodeOptional(column, wire);
    case 'set':
      return decodeSet(column, wire);
    case 'map':
      return decodeMap(column, wire);
  }
}

/** What ovsdb-server means when it leaves a column out of an inserted row. */
export function defaultValue(column: ColumnSchema): Value {
  if (column.kind === 'scalar') return defaultAtom(column.key.type);
  if (column.kind === 'optional') return undefined;
  if (column.min > 0 && column.kind === 'set') return Object.freeze([defaultAtom(column.key.type)]);
  return column.kind === 'set' ? NO_ELEMENTS : NO_ENTRIES;
}

export function decodeAtom(type: AtomType, wire: unknown): Scalar {
  switch (type) {
    case 'string':
      if (typeof wire === 'string') return wire;
      break;
    case 'uuid':
      if (Array.isArray(wire) && wire.length === 2 && wire[0] === 'uuid' && isUuid(wire[1])) return wire[1];
      break;
    case 'boolean':
      if (typeof wire === 'boolean') return wire;
      break;
    case 'integer':
      if (Number.isInteger(wire)) return wire as number;
      break;
    case 'real':
      if (typeof wire === 'number') return wire;
      break;
  }
  throw new ProtocolError(`not a value of type ${type}: ${JSON.stringify(wire)}`);
}

function decodeOptional(column: ColumnSchema, wire: unknown): Scalar | undefined {
  const elements = elementsOf(wire);
  if (elements === undefined) return decodeAtom(column.key.type, wire);
  if (elements.length > 1) throw new ProtocolError('two elements in a column of at most one');
  return elements.length === 0 ? undefined : decodeAtom(column.key.type, elements[0]);
}

/** Also the form of a set difference. */
export function decodeSet(column: ColumnSchema, wire: unknown): readonly Scalar[] {
  const elements = elementsOf(wire);
  if (elements === undefined) return [decodeAtom(column.key.type, wire)];
  if (elements.length === 0) return NO_ELEMENTS;
  const type = column.key.type;
  const values = new Array<Scalar>(elements.length);
  for (let i = 0; i < elements.length; i += 1) values[i] = decodeAtom(type, elements[i]);
  return values;
}

/** Also the form of a map difference. Keys become property names whatever their type. */
export function decodeMap(column: ColumnSchema, wire: unknown): Readonly<Record<string, Scalar>> {
  if (!Array.isArray(wire) || wire[0] !== 'map' || !Array.isArray(wire[1])) {
    throw new ProtocolError(`not a map: ${JSON.stringify(wire)}`);
  }
  const pairs: readonly unknown[] = wire[1];
  if (pairs.length === 0) return NO_ENTRIES;
  const entries: Record<string, Scalar> = Object.create(null);
  for (const pair of pairs) {
    if (!Array.isArray(pair) || pair.length !== 2) throw new ProtocolError('a map entry is not a pair');
    entries[String(decodeAtom(column.key.type, pair[0]))] = decodeAtom(column.value!.type, pair[1]);
  }
  return entries;
}

function elementsOf(wire: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(wire) || wire[0] !== 'set') return undefined;
  if (wire.length !== 2 || !Array.isArray(wire[1])) throw new ProtocolError('a set without elements');
  return wire[1];
}

function defaultAtom(type: AtomType): Scalar {
  if (type === 'string') return '';
  if (type === 'boolean') return false;
  return type === 'uuid' ? ZERO_UUID : 0;
}
