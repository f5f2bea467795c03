// The Northbound replica seen by natural identity: which rows exist under a row id, and which parent holds them.

import type { Replica, Row, RowChange, Scalar, Uuid } from '@kube-ovn/ovsdb-client';
import type { RowId } from './facts.ts';
import type { MemberChanges } from './member-changes.ts';
import { rowId, TABLE_BY_NAME, type TableSpec } from './tables.ts';

const NONE: readonly Row[] = [];

export class ObservedRows {
  readonly #replica: Replica;
  readonly #byId = new Map<RowId, Row[]>();
  readonly #idOf = new Map<Uuid, RowId>();
  /** child uuid -> parent uuid, for every parent column of tables.ts */
  readonly #parentOf = new Map<Uuid, Uuid>();
  readonly #children = childColumns();
  /** Elements of the member columns of tables with plain members, made when first asked for and then kept up to date. */
  readonly #elements = new Map<Uuid, Map<string, Set<Scalar>>>();

  constructor(replica: Replica) {
    this.#replica = replica;
    for (const name of TABLE_BY_NAME.keys()) {
      for (const row of replica.table(name).rows()) this.#adopt(name, undefined, row, undefined);
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

  /** Whether a set column of a table with plain members holds this element. */
  hasMember(row: Row, column: string, member: string): boolean {
    const columns = this.#elements.get(row._uuid) ?? new Map<string, Set<Scalar>>();
    let elements = columns.get(column);
    if (elements === undefined) {
      elements = new Set(row[column] as readonly Scalar[]);
      this.#elements.set(row._uuid, columns.set(column, elements));
    }
    return elements.has(member);
  }

  /** Takes one batch of replica changes and returns the identities that it touched; `members` gets the elements. */
  apply(changes: readonly RowChange[], members: MemberChanges): Set<RowId> {
    const touched = new Set<RowId>();
    const known = changes.filter((change) => TABLE_BY_NAME.has(change.table));
    const adopted: [string, Uuid][] = [];
    for (const change of known) {
      for (const moved of this.#adopt(change.table, change.before, change.after, change.sets)) adopted.push(moved);
      this.#noteMembers(change, members);
    }
    for (const change of known) {
      const [oldId, newId] = this.#reindex(change.table, change.uuid, change.after);
      this.#note(touched, [oldId, newId]);
      if (oldId === undefined || oldId === newId) continue;
      members.forget(oldId);
      if (newId !== undefined) members.forget(newId);
    }
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
  #adopt(table: string, before: Row | undefined, after: Row | undefined, sets: RowChange['sets']): [string, Uuid][] {
    const moved: [string, Uuid][] = [];
    for (const { column, childTable } of this.#children.get(table) ?? []) {
      const old = (before?.[column] ?? NONE) as readonly Uuid[];
      const now = (after?.[column] ?? NONE) as readonly Uuid[];
      if (old === now) continue;
      const parent = (after ?? before)!._uuid;
      const { added, removed } = (sets?.[column] as UuidChange | undefined) ?? differenceOf(old, now);
      for (const child of removed) {
        if (this.#parentOf.get(child) === parent) {
          this.#parentOf.delete(child);
          moved.push([childTable, child]);
        }
      }
      for (const child of added) {
        if (this.#parentOf.get(child) === parent) continue;
        this.#parentOf.set(child, parent);
        moved.push([childTable, child]);
      }
    }
    return moved;
  }

  /** Elements that came or went are compared again; a row that came otherwise than by a difference, as a whole. */
  #noteMembers({ table, uuid, before, after, sets }: RowChange, members: MemberChanges): void {
    const { memberColumns = [], plainMembers } = TABLE_BY_NAME.get(table)!;
    if (plainMembers === undefined) return;
    const id = this.#idOf.get(uuid);
    for (const column of memberColumns) {
      if (before?.[column] === after?.[column]) continue;
      const change = sets?.[column];
      if (id === undefined || change === undefined) {
        this.#elements.delete(uuid);
        if (id !== undefined) members.forget(id);
        continue;
      }
      const elements = this.#elements.get(uuid)?.get(column);
      for (const element of change.added) elements?.add(element);
      for (const element of change.removed) elements?.delete(element);
      for (const list of [change.added, change.removed]) for (const element of list) members.touch(id, String(element));
    }
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

interface UuidChange {
  readonly added: readonly Uuid[];
  readonly removed: readonly Uuid[];
}

function differenceOf(old: readonly Uuid[], now: readonly Uuid[]): UuidChange {
  const nowSet = new Set(now);
  return { added: now, removed: old.filter((child) => !nowSet.has(child)) };
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
