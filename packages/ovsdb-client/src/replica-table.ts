// The copy of one table: rows by uuid, user indexes, and how wire rows of this table become Row objects. Rows are never
// changed in place; whoever holds one keeps what it saw.
import { mergeEntries, toggleElements } from './apply-difference.ts';
import { decodeMap, decodeSet, decodeValue } from './decode-value.ts';
import { ProtocolError } from './ovsdb-error.ts';
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

/** As JSON.parse makes it: no inherited property is enumerable, so `for in` is the cheap way through it. */
export type JsonObject = Readonly<Record<string, unknown>>;

export class LiveTable implements ReplicaTable {
  readonly name: string;
  readonly #wanted: readonly string[] | 'all';
  readonly #rows = new Map<Uuid, Row>();
  readonly #indexes = new Map<string, RowIndex>();
  #columns = new Map<string, ColumnSchema>();
  #template: Row = { _uuid: '' };

  constructor(name: string, wanted: readonly string[] | 'all') {
    this.name = name;
    this.#wanted = wanted;
  }

  /** Columns the server does not have (an older schema) are left out. */
  configure(schema: TableSchema | undefined): void {
    const names = schema === undefined ? [] : this.#wanted === 'all' ? Object.keys(schema.columns) : this.#wanted;
    this.#columns = new Map(names.flatMap((name) => (schema?.columns[name] ? [[name, schema.columns[name]]] : [])));
    this.#template = rowTemplate(this.#columns);
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
  decodeRow(uuid: Uuid, wire: JsonObject): Row {
    const row: Record<string, Value> = { ...this.#template, _uuid: uuid };
    for (const name in wire) row[name] = decodeValue(this.#column(name), wire[name]);
    return row as Row;
  }

  /** The row after a difference. */
  decodeModified(before: Row, wire: JsonObject): Row {
    const row: Record<string, Value> = { ...before };
    for (const name in wire) row[name] = this.#differ(name, before[name], wire[name]);
    return row as Row;
  }

  set(uuid: Uuid, after: Row | undefined): void {
    const before = this.#rows.get(uuid);
    if (after) this.#rows.set(uuid, after);
    else this.#rows.delete(uuid);
    for (const index of this.#indexes.values()) index.change(before, after);
  }

  #differ(name: string, before: Value, wire: unknown): Value {
    const column = this.#column(name);
    if (column.max === 1) return decodeValue(column, wire);
    if (column.kind === 'set') return toggleElements(before as readonly Scalar[], decodeSet(column, wire));
    return mergeEntries(before as Readonly<Record<string, Scalar>>, decodeMap(column, wire));
  }

  #column(name: string): ColumnSchema {
    const column = this.#columns.get(name);
    if (!column) throw new ProtocolError(`an update of ${this.name}.${name}, which is not monitored`);
    return column;
  }
}
