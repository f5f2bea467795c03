// The copy of the monitored tables. Each update of the server is applied as a whole and then told to the listeners, so a
// listener never sees half a transaction.
import { callOwner } from './call-owner.ts';
import type { JsonReader } from './json-reader.ts';
import { LiveTable, type ReplicaTable } from './replica-table.ts';
import type { DatabaseSchema } from './schema.ts';
import { type RowChange, readDump, readUpdate } from './table-updates.ts';
import { ZERO_UUID } from './value.ts';

export interface Replica {
  /** Undefined until the first connection has read it. */
  readonly schema: DatabaseSchema | undefined;
  table(name: string): ReplicaTable;
  /** Called once per applied update, or once per full compare after a reconnect; returns the way to stop. */
  onChange(listener: (changes: readonly RowChange[]) => void): () => void;
}

export type MonitorRequest = Readonly<Record<string, readonly [{ readonly columns: readonly string[] }]>>;

export class LiveReplica implements Replica {
  /** Where a resumed monitor would go on; the zero uuid asks for a full dump. */
  resumeFrom = ZERO_UUID;
  #schema: DatabaseSchema | undefined;
  #schemaText = '';
  readonly #tables: ReadonlyMap<string, LiveTable>;
  readonly #listeners = new Set<(changes: readonly RowChange[]) => void>();

  constructor(monitor: Readonly<Record<string, readonly string[] | 'all'>>) {
    this.#tables = new Map(Object.entries(monitor).map(([name, columns]) => [name, new LiveTable(name, columns)]));
  }

  get schema(): DatabaseSchema | undefined {
    return this.#schema;
  }

  table(name: string): ReplicaTable {
    const table = this.#tables.get(name);
    if (!table) throw new Error(`table ${name} is not monitored`);
    return table;
  }

  onChange(listener: (changes: readonly RowChange[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A schema other than the last one makes resuming impossible: columns may have changed their meaning. */
  configure(schema: DatabaseSchema): void {
    const text = JSON.stringify(schema);
    if (text === this.#schemaText) return;
    for (const table of this.#tables.values()) table.configure(schema.tables[table.name]);
    this.#schema = schema;
    this.#schemaText = text;
    this.resumeFrom = ZERO_UUID;
  }

  monitorRequest(): MonitorRequest {
    const known = [...this.#tables.values()].filter((table) => this.#schema?.tables[table.name]);
    return Object.fromEntries(known.map((table) => [table.name, [{ columns: table.columnNames }]]));
  }

  /** Reads a full dump; what is returned applies it. */
  readDump(reader: JsonReader): () => void {
    const changes = readDump(this.#tables, reader);
    return () => this.#commit(changes);
  }

  /** Reads an update; what is returned applies it, and must be called before the next is read. */
  readUpdate(reader: JsonReader): () => void {
    const changes = readUpdate(this.#tables, reader);
    return () => this.#commit(changes);
  }

  #commit(changes: readonly RowChange[]): void {
    if (changes.length === 0) return;
    for (const change of changes) this.#tables.get(change.table)!.set(change.uuid, change.after);
    for (const listener of [...this.#listeners]) callOwner(listener, changes);
  }
}
