// Desired row against observed row, written as the fewest operations into one transaction.

import { ownerOf } from '@kube-ovn/ovn-model';
import type { NamedUuid, Row, Transaction, Uuid, Value } from '@kube-ovn/ovsdb-client';
import { type DesiredState, isReferenceList } from './desired.ts';
import type { ColumnValue, RowFact, RowId } from './facts.ts';
import type { ObservedRows } from './observed.ts';
import { isOurs } from './ours.ts';
import { type TableSpec, tableOf } from './tables.ts';

export interface DiffContext {
  readonly desired: DesiredState;
  readonly observed: ObservedRows;
  readonly transaction: Transaction;
  /** Rows inserted earlier in this transaction. */
  readonly inserted: Map<RowId, NamedUuid>;
  /** Told when `id` cannot be written before `missing` exists. */
  blocked(id: RowId, missing: RowId): void;
}

/** Adds the operations that make the row `id` as desired; adds none when it already is. */
export function diffRow(id: RowId, context: DiffContext): void {
  const table = tableOf(id);
  const desired = context.desired.get(id);
  const observed = context.observed.get(id);
  if (desired === undefined) {
    context.desired.memberChanges.forget(id);
    for (const row of observed) if (isGarbage(table, row, context)) remove(table, row, context);
    return;
  }
  const [first, ...duplicates] = observed;
  for (const row of duplicates) if (isOurs(table, row)) remove(table, row, context);
  if (first === undefined) return insert(table, desired.fact, context);
  if (hasWrongParent(desired.fact, first, context)) {
    remove(table, first, context);
    return insert(table, desired.fact, context);
  }
  update(table, desired.fact, first, context);
}

function isGarbage(table: TableSpec, row: Row, context: DiffContext): boolean {
  const owner = ownerOf(row);
  return isOurs(table, row) && (owner === undefined || !context.desired.isKept(owner));
}

function insert(table: TableSpec, fact: RowFact, context: DiffContext): void {
  const parent = fact.parent === undefined ? undefined : resolve(fact.parent, context);
  if (fact.parent !== undefined && parent === undefined) return context.blocked(fact.id, fact.parent);
  const row: Record<string, Value | NamedUuid | readonly (string | number | NamedUuid)[]> = {};
  for (const [column, value] of Object.entries({ ...fact.columns, ...fact.initial })) {
    if (value !== undefined)
      row[column] = isReferenceList(value) ? references(fact.id, value, context) : (value as Value);
  }
  for (const column of table.memberColumns ?? []) {
    const members = wantedMembers(fact.id, column, context);
    if (members.length > 0) row[column] = members;
  }
  const uuid = context.transaction.insert(table.name, row);
  context.inserted.set(fact.id, uuid);
  if (parent !== undefined) {
    context.transaction.mutate(table.parent!.table, parent, [
      { column: table.parent!.column, mutator: 'insert', value: [uuid] },
    ]);
  }
}

function update(table: TableSpec, fact: RowFact, row: Row, context: DiffContext): void {
  const changed: Record<string, Value> = {};
  const mutations: { column: string; mutator: 'insert' | 'delete'; value: readonly (string | NamedUuid)[] }[] = [];
  for (const [column, value] of Object.entries(fact.columns)) {
    if (isReferenceList(value)) {
      mutations.push(...setMutations(column, row[column], references(fact.id, value, context)));
      continue;
    }
    const next = nextValue(table, column, value, row[column]);
    if (!sameValue(next, row[column])) changed[column] = next;
  }
  const touched = table.plainMembers ? context.desired.memberChanges.take(fact.id, row._uuid) : undefined;
  for (const column of table.memberColumns ?? []) {
    if (touched !== undefined) mutations.push(...memberMutations(fact.id, column, row, touched, context));
    else mutations.push(...setMutations(column, row[column], wantedMembers(fact.id, column, context)));
  }
  if (Object.keys(changed).length > 0) context.transaction.update(table.name, row._uuid, changed);
  if (mutations.length > 0) context.transaction.mutate(table.name, row._uuid, mutations);
}

function remove(table: TableSpec, row: Row, context: DiffContext): void {
  if (table.parent === undefined) {
    context.transaction.delete(table.name, row._uuid);
    return;
  }
  const parent = context.observed.parentUuid(row._uuid);
  if (parent === undefined) return;
  // Rows of non-root tables vanish with their last reference (RFC 7047 section 3.1, isRoot).
  context.transaction.mutate(table.parent.table, parent, [
    { column: table.parent.column, mutator: 'delete', value: [row._uuid] },
  ]);
}

function hasWrongParent(fact: RowFact, row: Row, context: DiffContext): boolean {
  return fact.parent !== undefined && context.observed.parentUuid(row._uuid) !== context.observed.uuid(fact.parent);
}

function resolve(id: RowId, context: DiffContext): Uuid | NamedUuid | undefined {
  return context.inserted.get(id) ?? context.observed.uuid(id);
}

function references(id: RowId, wanted: readonly { row: RowId }[], context: DiffContext): (Uuid | NamedUuid)[] {
  const found: (Uuid | NamedUuid)[] = [];
  for (const { row } of wanted) {
    const uuid = resolve(row, context);
    if (uuid === undefined) context.blocked(id, row);
    else found.push(uuid);
  }
  return found;
}

function wantedMembers(id: RowId, column: string, context: DiffContext): (string | NamedUuid)[] {
  const members: (string | NamedUuid)[] = [];
  for (const member of context.desired.members(id, column)) {
    if (!member.startsWith('@')) members.push(member);
    else members.push(...references(id, [{ row: member.slice(1) }], context));
  }
  return members;
}

/** Like setMutations, but looks only at these elements: the rest of the set was equal and has not changed. */
function memberMutations(id: RowId, column: string, row: Row, touched: ReadonlySet<string>, context: DiffContext) {
  const missing: string[] = [];
  const surplus: string[] = [];
  for (const member of touched) {
    const wanted = context.desired.hasMember(id, column, member);
    if (wanted === context.observed.hasMember(row, column, member)) continue;
    (wanted ? missing : surplus).push(member);
  }
  return mutationsOf(column, surplus, missing);
}

function setMutations(column: string, observed: Value, wanted: readonly (string | NamedUuid)[]) {
  const have = new Set((observed ?? []) as readonly string[]);
  const want = new Set(wanted);
  const missing = wanted.filter((value) => typeof value !== 'string' || !have.has(value));
  const surplus = [...have].filter((value) => !want.has(value));
  return mutationsOf(column, surplus, missing);
}

function mutationsOf(column: string, surplus: readonly string[], missing: readonly (string | NamedUuid)[]) {
  const mutations: { column: string; mutator: 'insert' | 'delete'; value: readonly (string | NamedUuid)[] }[] = [];
  if (surplus.length > 0) mutations.push({ column, mutator: 'delete', value: surplus });
  if (missing.length > 0) mutations.push({ column, mutator: 'insert', value: missing });
  return mutations;
}

/** In a map that others write to as well, their keys stay and ours that are no longer wanted go. */
function nextValue(table: TableSpec, column: string, value: ColumnValue, observed: Value): Value {
  const ours = table.sharedMaps?.[column];
  if (ours === undefined || typeof value !== 'object' || Array.isArray(value)) return value as Value;
  const next: Record<string, string> = { ...(observed as Record<string, string> | undefined) };
  for (const key of ours) delete next[key];
  return Object.assign(next, value);
}

export function sameValue(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return isEmpty(a) && isEmpty(b);
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return false;
    const set = new Set<unknown>(a);
    return b.every((value) => set.has(value));
  }
  if (Array.isArray(a) || Array.isArray(b) || typeof a !== 'object' || typeof b !== 'object') return false;
  const keys = Object.keys(a);
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  return keys.length === Object.keys(b).length && keys.every((key) => left[key] === right[key]);
}

function isEmpty(value: Value): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}
