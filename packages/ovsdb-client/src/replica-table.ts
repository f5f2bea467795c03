// The copy of one table: rows by uuid, user indexes, and how wire rows of this table become Row objects. Rows are never
// changed in place; whoever holds one keeps what it saw.
import { mergeEntries, type SetChange, toggleElements } from './apply-difference.ts';
import type { JsonReader } from './json-reader.ts';
import { NameMemory } from './name-memory.ts';
import { ProtocolError } from './ovsdb-error.ts';
import { readMap, readSet, readValue } from './read-value.ts';
import { RowIndex } from './row-index.ts';
import { rowTemplate } from './row-template.ts';
import type { ColumnSchema, TableSchema } from './schema.ts';
import type { Row, Scalar, Uuid, Value } from './value.ts';

export interface ReplicaTable {
  readonly size: number;
  get(uuid: Uuid): Row | undefined;
  rows(): IterableIterator<Row>;
  /** Names a key of the rows; rows whose key is undefined are left out. Defining a name again replaces it. */
  index(name: string, key: (row: Row) => string | undefined): void;
  by(indexName: string, key: string): readonly Row[];
}

export interface Column {
  readonly name: string;
  readonly schema: ColumnSchema;
  readonly keys: NameMemory;
}

export class LiveTable implements ReplicaTable {
  readonly name: string;
  readonly #wanted: readonly string[] | 'all';
  readonly #rows = new Map<Uuid, Row>();
  readonly #indexes = new Map<string, RowIndex>();
  #columns = new Map<string, Column>();
  readonly #names = new NameMemory();
  #template: Row = { _uuid: '' };

  constructor(name: string, wanted: readonly string[] | 'all') {
    this.name = name;
    this.#wanted = wanted;
  }

  /** Columns the server does not have (an older schema) are left out. */
  configure(schema: TableSchema | undefined): void {
    const names = this.#wanted === 'all' ? Object.keys(schema?.columns ?? {}) : this.#wanted;
    this.#columns = new Map();
    for (const name of names) {
      const column = schema?.columns[name];
      if (column) this.#columns.set(name, { name, schema: column, keys: new NameMemory() });
    }
    this.#template = rowTemplate([...this.#columns.values()]);
  }

  get columnNames(): readonly string[] {
    return [...this.#columns.keys()];
  }

  get size(): number {
    return this.#rows.size;
  }

  get(uuid: Uuid): Row | undefined {
    return this.#rows.get(uuid);
  }

  rows(): IterableIterator<Row> {
    return this.#rows.values();
  }

  index(name: string, key: (row: Row) => string | undefined): void {
    const index = new RowIndex(key);
    for (const row of this.#rows.values()) index.change(undefined, row);
    this.#indexes.set(name, index);
  }

  by(indexName: string, key: string): readonly Row[] {
    const index = this.#indexes.get(indexName);
    if (!index) throw new Error(`table ${this.name} has no index "${indexName}"`);
    return index.get(key);
  }

  /** A whole row; columns left out have their default. */
  readRow(uuid: Uuid, reader: JsonReader): Row {
    const row: Record<string, Value> = { ...this.#template, _uuid: uuid };
    if (!reader.opens('{')) return row as Row;
    let place = 0;
    do {
      const { name, schema, keys } = this.#column(reader, place);
      row[name] = readValue(schema, reader, keys);
      place += 1;
    } while (reader.continues('}'));
    return row as Row;
  }

  /** The row after a difference; `sets` gets what changed in set columns. */
  readModified(before: Row, reader: JsonReader, sets?: Record<string, SetChange>): Row {
    const row: Record<string, Value> = { ...before };
    if (!reader.opens('{')) return row as Row;
    let place = 0;
    do {
      const column = this.#column(reader, place);
      row[column.name] = readDifference(column, before[column.name], reader, sets);
      place += 1;
    } while (reader.continues('}'));
    return row as Row;
  }

  set(uuid: Uuid, after: Row | undefined): void {
    const before = this.#rows.get(uuid);
    if (after) this.#rows.set(uuid, after);
    else this.#rows.delete(uuid);
    for (const index of this.#indexes.values()) index.change(before, after);
  }

  #column(reader: JsonReader, place: number): Column {
    const name = this.#names.read(reader, place);
    reader.expect(':');
    const column = this.#columns.get(name);
    if (!column) throw new ProtocolError(`an update of ${this.name}.${name}, which is not monitored`);
    return column;
  }
}

function readDifference(
  { name, schema, keys }: Column,
  before: Value,
  reader: JsonReader,
  sets: Record<string, SetChange> | undefined,
): Value {
  if (schema.max === 1) return readValue(schema, reader, keys);
  if (schema.kind === 'set') {
    return toggleElements(before as readonly Scalar[], readSet(schema, reader), (change) => {
      if (sets !== undefined) sets[name] = change;
    });
  }
  return mergeEntries(before as Readonly<Record<string, Scalar>>, readMap(schema, reader, keys));
}
