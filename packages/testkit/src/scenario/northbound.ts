// The scenario's own connection to Northbound, beside the controller's: looks, inserts as another client does, and
// remembers which rows were made anew.

import { NB_SCHEMA } from '@kube-ovn/ovn-model';
import { connect, type OvsdbClient, type Row, type RowChange, type Value } from '@kube-ovn/ovsdb-client';
import { identityOfRow, refersTo } from './row-identity.ts';

/** A row with names instead of uuids. */
export interface NamedRow {
  readonly table: string;
  readonly identity: string;
  readonly row: Row;
  readonly columns: Readonly<Record<string, unknown>>;
}

export class Northbound {
  readonly client: OvsdbClient;
  /** `table identity` -> how often it was inserted after it had been removed. */
  readonly recreated = new Map<string, number>();
  readonly #removed = new Set<string>();

  constructor(endpoints: readonly string[]) {
    const monitor = Object.fromEntries(Object.keys(NB_SCHEMA.tables).map((table) => [table, 'all' as const]));
    this.client = connect({ endpoints, database: 'OVN_Northbound', monitor });
    this.client.replica.onChange((changes) => this.#watch(changes));
  }

  /** Everything that was committed before this call is visible. */
  async current(): Promise<void> {
    await this.client.current();
    await this.client.transact([]);
  }

  rows(table: string): readonly Row[] {
    if (NB_SCHEMA.tables[table] === undefined) throw new Error(`Northbound has no table ${table}`);
    return [...this.client.replica.table(table).rows()];
  }

  named(table: string): readonly NamedRow[] {
    return this.rows(table).map((row) => ({
      table,
      row,
      identity: identityOfRow(table, row),
      columns: Object.fromEntries(
        Object.entries(row).map(([column, value]) => [column, this.#withNames(table, column, value)]),
      ),
    }));
  }

  /** The uuid of the one row with this identity. */
  uuidOf(table: string, identity: string): string | undefined {
    return this.rows(table).find((row) => identityOfRow(table, row) === identity)?._uuid;
  }

  /** As if the database had just been made, but for the sequence numbers that northd answers: they only grow. */
  async empty(): Promise<void> {
    await this.client.current();
    const transaction = this.client.newTransaction();
    for (const [table, { isRoot }] of Object.entries(NB_SCHEMA.tables)) {
      if (table === 'NB_Global')
        transaction.update(table, [], { name: '', options: {}, external_ids: {}, ipsec: false });
      else if (isRoot) transaction.delete(table, []);
    }
    const outcome = await this.client.transact(transaction.operations);
    if (!outcome.ok) throw outcome.error;
    this.forgetHistory();
  }

  forgetHistory(): void {
    this.recreated.clear();
    this.#removed.clear();
  }

  #withNames(table: string, column: string, value: Value): unknown {
    const target = refersTo(NB_SCHEMA, table, column);
    if (target === undefined || value === undefined) return value;
    const name = (uuid: unknown) => {
      const row = this.client.replica.table(target).get(String(uuid));
      return row === undefined ? '(gone)' : identityOfRow(target, row);
    };
    return Array.isArray(value) ? value.map(name).sort() : name(value);
  }

  #watch(changes: readonly RowChange[]): void {
    const id = (change: RowChange, row: Row) => `${change.table} ${identityOfRow(change.table, row)}`;
    for (const change of changes)
      if (change.before !== undefined && change.after === undefined) this.#removed.add(id(change, change.before));
    for (const change of changes) {
      if (change.before !== undefined || change.after === undefined) continue;
      const key = id(change, change.after);
      if (this.#removed.delete(key)) this.recreated.set(key, (this.recreated.get(key) ?? 0) + 1);
    }
  }
}
