// Wire value -> user value, checked against the schema: a value of the wrong shape is a ProtocolError, never a guess.
import type { JsonReader } from './json-reader.ts';
import { NameMemory } from './name-memory.ts';
import type { AtomType, ColumnSchema } from './schema.ts';
import { type Scalar, type Value, ZERO_UUID } from './value.ts';

type Entries = Record<string, Scalar>;

/**
 * A map that inherits nothing. Object.create(null) would do, but V8 makes a hash table of it: three times the memory in each
 * of the many maps of a few keys.
 */
const Entries = function Entries() {} as unknown as new () => Entries;
Entries.prototype = Object.create(null);

const NO_ELEMENTS: readonly never[] = Object.freeze([]);
const NO_ENTRIES: Readonly<Entries> = Object.freeze(new Entries());

/** Elements are gathered here and copied, so that a set takes the memory of its size and not of its growth. */
const gathered: Scalar[] = [];

/** Keys that came before in this column make reading a map cheaper. */
export function readValue(column: ColumnSchema, reader: JsonReader, keys = new NameMemory()): Value {
  switch (column.kind) {
    case 'scalar':
      return readAtom(column.key.type, reader);
    case 'optional':
      return readOptional(column, reader);
    case 'set':
      return readSet(column, reader);
    case 'map':
      return readMap(column, reader, keys);
  }
}

/** What ovsdb-server means when it leaves a column out of an inserted row. */
export function defaultValue(column: ColumnSchema): Value {
  if (column.kind === 'scalar') return defaultAtom(column.key.type);
  if (column.kind === 'optional') return undefined;
  if (column.min > 0 && column.kind === 'set') return Object.freeze([defaultAtom(column.key.type)]);
  return column.kind === 'set' ? NO_ELEMENTS : NO_ENTRIES;
}

/** Also the form of a set difference. A set of one may come as its element alone. */
export function readSet(column: ColumnSchema, reader: JsonReader): readonly Scalar[] {
  const { type } = column.key;
  if (!reader.skips('["set",')) return [readAtom(type, reader)];
  gathered.length = 0;
  if (reader.opens('[')) {
    do gathered.push(readAtom(type, reader));
    while (reader.continues(']'));
  }
  reader.expect(']');
  return gathered.length === 0 ? NO_ELEMENTS : gathered.slice();
}

/** Also the form of a map difference. Keys become property names whatever their type. */
export function readMap(column: ColumnSchema, reader: JsonReader, keys: NameMemory): Readonly<Entries> {
  const keyType = column.key.type;
  const valueType = column.value!.type;
  reader.expect('["map",');
  if (!reader.opens('[')) {
    reader.expect(']');
    return NO_ENTRIES;
  }
  const entries = new Entries();
  let place = 0;
  do {
    reader.expect('[');
    const key = keyType === 'string' ? keys.read(reader, place) : String(readAtom(keyType, reader));
    reader.expect(',');
    entries[key] = readAtom(valueType, reader);
    reader.expect(']');
    place += 1;
  } while (reader.continues(']'));
  reader.expect(']');
  return entries;
}

/** A copy to change, of the same kind. */
export function copyEntries(entries: Readonly<Entries>): Entries {
  return Object.assign(new Entries(), entries);
}

function readOptional(column: ColumnSchema, reader: JsonReader): Scalar | undefined {
  const { type } = column.key;
  if (!reader.skips('["set",')) return readAtom(type, reader);
  const value = reader.opens('[') ? readAtom(type, reader) : undefined;
  reader.expect(value === undefined ? ']' : ']]');
  return value;
}

function readAtom(type: AtomType, reader: JsonReader): Scalar {
  switch (type) {
    case 'string':
      return reader.string();
    case 'uuid':
      return readUuid(reader);
    case 'boolean':
      return reader.boolean();
    case 'integer':
      return readInteger(reader);
    case 'real':
      return reader.number();
  }
}

function readUuid(reader: JsonReader): Scalar {
  reader.expect('["uuid","');
  const uuid = reader.uuid();
  reader.expect('"]');
  return uuid;
}

function readInteger(reader: JsonReader): number {
  const value = reader.number();
  if (!Number.isInteger(value)) throw reader.unexpected('an integer before this');
  return value;
}

function defaultAtom(type: AtomType): Scalar {
  if (type === 'string') return '';
  if (type === 'boolean') return false;
  return type === 'uuid' ? ZERO_UUID : 0;
}
