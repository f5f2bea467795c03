// The desired Northbound state: the facts of every key, merged per row. Knows nothing of what exists.

import { isDeepStrictEqual } from 'node:util';
import type { ColumnValue, MemberFact, Plan, RowFact, RowId, RowReference } from './facts.ts';
import { MemberChanges } from './member-changes.ts';

export interface DesiredRow {
  readonly fact: RowFact;
  /** Owner key (`Kind/name`) of the fact that counts. */
  readonly owner: string;
}

interface OwnedFact extends RowFact {
  readonly owner: string;
}

export type Facts = Pick<Plan, 'rows' | 'members'>;

export class DesiredState {
  readonly #byOwner = new Map<string, Facts>();
  readonly #rows = new Map<RowId, OwnedFact[]>();
  /** row id -> column -> member -> number of owners that contribute it */
  readonly #members = new Map<RowId, Map<string, Map<string, number>>>();

  /** Elements of sets that the next comparison of their row must look at. */
  readonly memberChanges = new MemberChanges();

  /** Owners whose objects cannot be read now: their rows stay, known or not. */
  readonly #kept = new Set<string>();

  /** Whether rows of this owner are to be left alone although nothing wants them. */
  isKept(owner: string): boolean {
    return this.#kept.has(owner);
  }

  keep(owner: string): void {
    this.#kept.add(owner);
  }

  /** Replaces what `owner` wants; returns the rows that this can have changed. */
  replace(owner: string, facts: Facts): Set<RowId> {
    const dirty = new Set<RowId>();
    this.#kept.delete(owner);
    const old = this.#byOwner.get(owner);
    if (old !== undefined && sameFacts(old, facts)) return dirty;
    if (old !== undefined) {
      for (const row of old.rows) this.#dropRow(row.id, owner, dirty);
      for (const member of old.members) this.#count(member, -1, dirty);
    }
    for (const row of facts.rows) this.#addRow(row, owner, dirty);
    for (const member of facts.members) this.#count(member, 1, dirty);
    if (facts.rows.length === 0 && facts.members.length === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, { rows: facts.rows, members: facts.members });
    return dirty;
  }

  get(id: RowId): DesiredRow | undefined {
    const facts = this.#rows.get(id);
    if (facts === undefined) return undefined;
    // Two owners of one row is a conflict of the objects; the smaller key wins so that every order of events agrees.
    const fact = facts.length === 1 ? facts[0]! : facts.reduce((a, b) => (a.owner < b.owner ? a : b));
    return { fact, owner: fact.owner };
  }

  /** Members wanted in a set column: plain strings, or references written as `@<row id>`. */
  members(id: RowId, column: string): Iterable<string> {
    return this.#members.get(id)?.get(column)?.keys() ?? [];
  }

  hasMember(id: RowId, column: string, member: string): boolean {
    return this.#members.get(id)?.get(column)?.has(member) ?? false;
  }

  ids(): IterableIterator<RowId> {
    return this.#rows.keys();
  }

  /** Number of rows. */
  get size(): number {
    return this.#rows.size;
  }

  owners(): IterableIterator<string> {
    return this.#byOwner.keys();
  }

  rowsOf(owner: string): readonly RowFact[] {
    return this.#byOwner.get(owner)?.rows ?? [];
  }

  #addRow(row: RowFact, owner: string, dirty: Set<RowId>): void {
    dirty.add(row.id);
    const facts = this.#rows.get(row.id);
    const owned: OwnedFact = { ...row, owner };
    if (facts === undefined) this.#rows.set(row.id, [owned]);
    else facts.push(owned);
  }

  #dropRow(id: RowId, owner: string, dirty: Set<RowId>): void {
    dirty.add(id);
    const rest = this.#rows.get(id)?.filter((fact) => fact.owner !== owner) ?? [];
    if (rest.length === 0) this.#rows.delete(id);
    else this.#rows.set(id, rest);
  }

  #count(fact: MemberFact, by: 1 | -1, dirty: Set<RowId>): void {
    dirty.add(fact.row);
    const columns = this.#members.get(fact.row) ?? new Map<string, Map<string, number>>();
    this.#members.set(fact.row, columns);
    const members = columns.get(fact.column) ?? new Map<string, number>();
    columns.set(fact.column, members);
    const member = memberText(fact.member);
    this.memberChanges.touch(fact.row, member);
    const count = (members.get(member) ?? 0) + by;
    if (count > 0) members.set(member, count);
    else members.delete(member);
    if (members.size === 0) columns.delete(fact.column);
    if (columns.size === 0) this.#members.delete(fact.row);
  }
}

function sameFacts(a: Facts, b: Facts): boolean {
  return isDeepStrictEqual(a.rows, b.rows) && isDeepStrictEqual(a.members, b.members);
}

function memberText(member: string | RowReference): string {
  return typeof member === 'string' ? member : `@${member.row}`;
}

export function isReference(value: unknown): value is RowReference {
  return typeof value === 'object' && value !== null && 'row' in value;
}

export function isReferenceList(value: ColumnValue): value is readonly RowReference[] {
  return Array.isArray(value) && value.length > 0 && isReference(value[0]);
}
