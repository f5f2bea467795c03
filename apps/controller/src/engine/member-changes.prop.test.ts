// Comparing only what has changed writes the same as comparing everything, whoever changes what and whatever fails.

import { NB_SCHEMA } from '@kube-ovn/ovn-model';
import { type Row, type RowChange, Transaction } from '@kube-ovn/ovsdb-client';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DesiredState } from './desired.ts';
import { diffRow } from './diff.ts';
import { ObservedRows } from './observed.ts';
import { rowId } from './tables.ts';

const SET = rowId('Address_Set', 'set');

/** One address set as a database would have it. */
class Database {
  row: Row | undefined;
  #count = 0;
  readonly #changes: RowChange[] = [];

  change(addresses: readonly string[], asDifference = true): void {
    const before = this.row;
    const after = {
      _uuid: before?._uuid ?? `00000000-0000-4000-8000-${String(this.#count++).padStart(12, '0')}`,
      name: 'set',
      addresses,
      external_ids: {},
    };
    const old = (before?.addresses ?? []) as readonly string[];
    const sets = {
      addresses: {
        added: addresses.filter((each) => !old.includes(each)),
        removed: old.filter((each) => !addresses.includes(each)),
      },
    };
    this.row = after;
    const isDifference = before !== undefined && asDifference;
    this.#changes.push({
      table: 'Address_Set',
      uuid: after._uuid,
      before,
      after,
      sets: isDifference ? sets : undefined,
    });
  }

  remove(): void {
    if (this.row === undefined) return;
    this.#changes.push({ table: 'Address_Set', uuid: this.row._uuid, before: this.row, after: undefined });
    this.row = undefined;
  }

  tell(): readonly RowChange[] {
    return this.#changes.splice(0);
  }

  /** Executes a transaction of the diff. */
  execute(transaction: Transaction): void {
    for (const operation of transaction.operations as readonly Record<string, unknown>[]) {
      if (operation.op === 'insert') this.change(elements((operation.row as Record<string, unknown>).addresses ?? []));
      if (operation.op !== 'mutate') continue;
      let addresses = this.row!.addresses as readonly string[];
      for (const [, mutator, value] of operation.mutations as readonly [string, string, unknown][]) {
        const given = elements(value);
        addresses = addresses.filter((each) => !given.includes(each));
        if (mutator === 'insert') addresses = [...addresses, ...given];
      }
      this.change(addresses);
    }
  }
}

function elements(value: unknown): string[] {
  if (!Array.isArray(value)) return [value as string];
  return value[0] === 'set' ? (value[1] as string[]) : (value as string[]);
}

const addresses = fc.subarray(['a', 'b', 'c', 'd']);
const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('want' as const), owner: fc.constantFrom('x', 'y'), addresses }),
    fc.record({ do: fc.constant('foreign' as const), addresses, asDifference: fc.boolean() }),
    fc.record({ do: fc.constant('delete' as const) }),
    fc.record({ do: fc.constant('commit' as const), fails: fc.boolean(), late: fc.boolean() }),
  ),
  { maxLength: 30 },
);

test('the set ends as it is wanted', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const database = new Database();
      const desired = new DesiredState();
      const tables = { rows: () => [], get: () => undefined };
      const observed = new ObservedRows({ schema: NB_SCHEMA, table: () => tables, onChange: () => () => {} } as never);
      const hear = () => observed.apply(database.tell(), desired.memberChanges);
      const commit = (fails: boolean, late: boolean) => {
        if (!late) hear();
        const transaction = new Transaction(NB_SCHEMA);
        diffRow(SET, { desired, observed, transaction, inserted: new Map(), blocked: () => {} });
        if (fails) desired.memberChanges.forget(SET);
        // A transaction about a row that is gone changes nothing.
        else if (database.row?._uuid === observed.get(SET)[0]?._uuid) database.execute(transaction);
        else desired.memberChanges.forget(SET);
      };
      desired.replace('owner', { rows: [{ id: SET, columns: { name: 'set' } }], members: [] });
      for (const step of list) {
        if (step.do === 'want') {
          const members = step.addresses.map((member) => ({ row: SET, column: 'addresses', member }));
          desired.replace(step.owner, { rows: [], members });
        } else if (step.do === 'foreign') database.change(step.addresses, step.asDifference);
        else if (step.do === 'delete') database.remove();
        else commit(step.fails, step.late);
      }
      commit(false, false);
      commit(false, false);
      expect(new Set(database.row?.addresses as readonly string[])).toEqual(new Set(desired.members(SET, 'addresses')));
    }),
    { numRuns: 2000 },
  );
});
