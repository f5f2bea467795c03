// The Northbound replica seen by natural identity: which rows exist under a row id, and which parent holds them.

import type { Replica, Row, RowChange, Uuid } from '@kube-ovn/ovsdb-client';
import type { RowId } from './facts.ts';
import { rowId, TABLE_BY_NAME, type TableSpec } from './tables.ts';

const NONE: readonly Row[] = [];

export class ObservedRows {
  readonly #replica: Replica;
  readonly #byId = new Map<RowId, Row[]>();
  readonly #idOf = new Map<Uuid, RowId>();
  /** child uuid -> parent uuid, for every parent column of tables.ts */
  readonly #parentOf = new Map<Uuid, Uuid>();
  readonly #children = childColumns();

  constructor(replica: Replica) {
    this.#replica = replica;
    for (const name of TABLE_BY_NAME.keys()) {
      for (const row of replica.table(name).rows()) this.#adopt(name, undefined, row);
    }
    for (const name of TABLE_BY_NAME.keys()) {
      for (const row of replica.table(name).rows()) this.#reindex(name, row._uuid, row);
    }
  }

  /** Rows found under this identity; more than one only when somebody made duplicates. */
  get(id: RowId): readonly Row[] {
    return this.#byId.get(id) ?? NONE;
  }

  uuid(id: RowId): Uuid | undefined {
    return this.#byId.get(id)?.[0]?._uuid;
  }

  parentUuid(child: Uuid): Uuid | undefined {
    return this.#parentOf.get(child);
  }

  ids(): IterableIterator<RowId> {
    return this.#byId.keys();
  }

  /** Takes one batch of replica changes and returns the identities that it touched. */
  apply(changes: readonly RowChange[]): Set<RowId> {
    const touched = new Set<RowId>();
    const known = changes.filter((change) => TABLE_BY_NAME.has(change.table));
    const adopted: [string, Uuid][] = [];
    for (const change of known) {
      for (const moved of this.#adopt(change.table, change.before, change.after)) adopted.push(moved);
    }
    for (const change of known) this.#note(touched, this.#reindex(change.table, change.uuid, change.after));
    // A child whose parent became known only now gets its identity now.
    for (const [table, uuid] of adopted) {
      const row = this.#replica.table(table).get(uuid);
      this.#note(touched, this.#reindex(table, uuid, row));
    }
    return touched;
  }

  #note(touched: Set<RowId>, ids: readonly (RowId | undefined)[]): void {
    for (const id of ids) if (id !== undefined) touched.add(id);
  }

  /** Updates the child -> parent map from a parent row's set columns; returns children whose parent changed. */
  #adopt(table: string, before: Row | undefined, after: Row | undefined): [string, Uuid][] {
    const moved: [string, Uuid][] = [];
    for (const { column, childTable } of this.#children.get(table) ?? []) {
      const old = (before?.[column] ?? NONE) as readonly Uuid[];
      const now = (after?.[column] ?? NONE) as readonly Uuid[];
      if (old === now) continue;
      const nowSet = new Set(now);
      const parent = (after ?? before)!._uuid;
      for (const child of old) {
        if (!nowSet.has(child) && this.#parentOf.get(child) === parent) {
          this.#parentOf.delete(child);
          moved.push([childTable, child]);
        }
      }
      for (const child of now) {
        if (this.#parentOf.get(child) === parent) continue;
        this.#parentOf.set(child, parent);
        moved.push([childTable, child]);
      }
    }
    return moved;
  }

  #reindex(table: string, uuid: Uuid, row: Row | undefined): [RowId | undefined, RowId | undefined] {
    const oldId = this.#idOf.get(uuid);
    const newId = row === undefined ? undefined : this.#identify(TABLE_BY_NAME.get(table)!, row);
    if (oldId !== undefined) this.#remove(oldId, uuid);
    if (newId === undefined) {
      this.#idOf.delete(uuid);
      return [oldId, undefined];
    }
    this.#idOf.set(uuid, newId);
    const list = this.#byId.get(newId);
    if (list === undefined) this.#byId.set(newId, [row!]);
    else list.push(row!);
    return [oldId, newId];
  }

  #identify(table: TableSpec, row: Row): RowId | undefined {
    if (table.parent === undefined) return rowId(table.name, table.key(row, ''));
    const parentUuid = this.#parentOf.get(row._uuid);
    const parent = parentUuid === undefined ? undefined : this.#replica.table(table.parent.table).get(parentUuid);
    if (parent === undefined) return undefined;
    return rowId(table.name, table.key(row, String(parent.name)));
  }

  #remove(id: RowId, uuid: Uuid): void {
    const list = this.#byId.get(id);
    if (list === undefined) return;
    const rest = list.filter((row) => row._uuid !== uuid);
    if (rest.length === 0) this.#byId.delete(id);
    else this.#byId.set(id, rest);
  }
}

function childColumns(): ReadonlyMap<string, { column: string; childTable: string }[]> {
  const columns = new Map<string, { column: string; childTable: string }[]>();
  for (const table of TABLE_BY_NAME.values()) {
    if (table.parent === undefined) continue;
    const list = columns.get(table.parent.table) ?? [];
    list.push({ column: table.parent.column, childTable: table.name });
    columns.set(table.parent.table, list);
  }
  return columns;
}
