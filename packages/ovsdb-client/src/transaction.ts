// Builds the operations of one transaction, encoding values by the schema. Nothing is sent: hand `operations` to
// `client.transact`. Unknown tables, columns and values of the wrong type throw at once.
import { encodeKey, encodeSet, encodeValue, isNamedUuid, type Writable } from './encode-value.ts';
import { type ColumnSchema, type DatabaseSchema, type TableSchema, UUID_COLUMN } from './schema.ts';
import { isId, isUuid, type NamedUuid, named, type Scalar, type Uuid } from './value.ts';
import type { ConditionFunction, Mutator, Operation, WireCondition, WireMutation, WireRow, WireValue } from './wire.ts';

export type Columns = Readonly<Record<string, Writable>>;

export interface Mutation {
  readonly column: string;
  readonly mutator: Mutator;
  readonly value: Writable;
}

export type Condition = readonly [column: string, is: ConditionFunction, value: Writable];

/** Which rows: one by its uuid (or its name within this transaction), or all that meet every condition. */
export type Selector = Uuid | NamedUuid | readonly Condition[];

export class Transaction {
  readonly #schema: DatabaseSchema;
  readonly #operations: Operation[] = [];
  readonly #names = new Set<string>();

  constructor(schema: DatabaseSchema) {
    this.#schema = schema;
  }

  get operations(): readonly Operation[] {
    return this.#operations;
  }

  get size(): number {
    return this.#operations.length;
  }

  /** Columns that are undefined or left out get the default. The name stands for the row's uuid in this transaction. */
  insert(table: string, row: Columns, uuidName = this.#freeName()): NamedUuid {
    if (!isId(uuidName) || this.#names.has(uuidName)) throw new TypeError(`not a new uuid-name: "${uuidName}"`);
    const given = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
    this.#operations.push({ op: 'insert', table, row: this.#row(table, given), 'uuid-name': uuidName });
    this.#names.add(uuidName);
    return named(uuidName);
  }

  /** Undefined empties an optional column. */
  update(table: string, rows: Selector, columns: Columns): this {
    return this.#add({ op: 'update', table, where: this.#where(table, rows), row: this.#row(table, columns) });
  }

  mutate(table: string, rows: Selector, mutations: readonly Mutation[]): this {
    const wire = mutations.map((mutation) => this.#mutation(table, mutation));
    return this.#add({ op: 'mutate', table, where: this.#where(table, rows), mutations: wire });
  }

  delete(table: string, rows: Selector): this {
    return this.#add({ op: 'delete', table, where: this.#where(table, rows) });
  }

  select(table: string, rows: Selector, columns?: readonly string[]): this {
    return this.#add({ op: 'select', table, where: this.#where(table, rows), ...(columns && { columns }) });
  }

  /** Goes on when the row's columns are (`==`) or are no longer (`!=`) as given; fails with "timed out" otherwise. */
  wait(table: string, rows: Selector, columns: Columns, until: '==' | '!=', timeoutMs = 0): this {
    return this.#wait(table, rows, Object.keys(columns), [this.#row(table, columns)], until, timeoutMs);
  }

  /** Goes on when no row matches: the guard for "create unless it is there". */
  waitAbsent(table: string, rows: Selector, timeoutMs = 0): this {
    return this.#wait(table, rows, ['_uuid'], [], '==', timeoutMs);
  }

  /** Text for the server's log. */
  comment(text: string): this {
    return this.#add({ op: 'comment', comment: text });
  }

  /** Fails with "not owner" unless this connection holds the lock. */
  assertLock(name: string): this {
    if (!isId(name)) throw new TypeError(`not a lock name: "${name}"`);
    return this.#add({ op: 'assert', lock: name });
  }

  /** Answer only when the transaction is on disk. */
  durable(): this {
    return this.#add({ op: 'commit', durable: true });
  }

  #freeName(): string {
    let number = this.#names.size;
    while (this.#names.has(`row${number}`)) number += 1;
    return `row${number}`;
  }

  #add(operation: Operation): this {
    this.#operations.push(operation);
    return this;
  }

  #wait(
    table: string,
    rows: Selector,
    columns: readonly string[],
    expected: readonly WireRow[],
    until: '==' | '!=',
    timeout: number,
  ): this {
    const where = this.#where(table, rows);
    return this.#add({ op: 'wait', table, where, columns, until, rows: expected, timeout });
  }

  #row(table: string, columns: Columns): WireRow {
    const row: Record<string, WireValue> = {};
    for (const [name, value] of Object.entries(columns)) {
      row[name] = encodeValue(this.#column(table, name), value, `${table}.${name}`);
    }
    return row;
  }

  #where(table: string, rows: Selector): readonly WireCondition[] {
    this.#table(table);
    if (isUuid(rows)) return [['_uuid', '==', ['uuid', rows]]];
    if (isNamedUuid(rows)) return [['_uuid', '==', ['named-uuid', rows.named]]];
    if (typeof rows === 'string') throw new TypeError(`not a uuid: "${rows}"`);
    return rows.map(([name, is, value]) => [
      name,
      is,
      encodeValue(this.#column(table, name), value, `${table}.${name}`),
    ]);
  }

  #mutation(table: string, { column: name, mutator, value }: Mutation): WireMutation {
    const column = this.#column(table, name);
    const where = `${table}.${name}`;
    // From a map, keys may be deleted whatever their values.
    if (column.kind === 'map' && mutator === 'delete' && Array.isArray(value)) {
      return [name, mutator, ['set', value.map((key: Scalar) => encodeKey(column, key, where))]];
    }
    if (column.kind === 'set' && Array.isArray(value)) {
      return [name, mutator, encodeSet({ ...column, max: 'unlimited' }, value, where)];
    }
    return [name, mutator, encodeValue(column, value, where)];
  }

  #table(name: string): TableSchema {
    const table = this.#schema.tables[name];
    if (!table) throw new TypeError(`${this.#schema.name} has no table ${name}`);
    return table;
  }

  #column(table: string, name: string): ColumnSchema {
    if (name === '_uuid') return UUID_COLUMN;
    const column = this.#table(table).columns[name];
    if (!column) throw new TypeError(`${table} has no column ${name}`);
    return column;
  }
}
