// Group commit: the dirty rows of a batch become one transaction; a refused one is bisected until the guilty rows are known.

import type { OvsdbClient, OvsdbError } from '@kube-ovn/ovsdb-client';
import { isConnectionFailure } from './connection-failure.ts';
import type { DesiredState } from './desired.ts';
import { diffRow } from './diff.ts';
import type { RowId } from './facts.ts';
import type { ObservedRows } from './observed.ts';
import { TABLE_ORDER, tableOf } from './tables.ts';

/** Operations in one transaction; past this the server's commit time and the size of one update hurt more than the round trip. */
const MAX_OPERATIONS = 4000;

export interface CommitOutcome {
  /** Rows that the server refuses, each with its reason. */
  readonly refused: ReadonlyMap<RowId, OvsdbError>;
  /** Set when the connection failed: nothing is known, all rows are to be compared again. */
  readonly disconnected?: OvsdbError;
  /** row -> rows it waits for */
  readonly blocked: ReadonlyMap<RowId, RowId>;
  readonly transactions: number;
}

interface Work {
  readonly refused: Map<RowId, OvsdbError>;
  readonly blocked: Map<RowId, RowId>;
  transactions: number;
  disconnected?: OvsdbError;
}

export class Committer {
  readonly #client: OvsdbClient;
  readonly #desired: DesiredState;
  readonly #observed: ObservedRows;

  constructor(client: OvsdbClient, desired: DesiredState, observed: ObservedRows) {
    this.#client = client;
    this.#desired = desired;
    this.#observed = observed;
  }

  async commit(rows: Iterable<RowId>): Promise<CommitOutcome> {
    const work: Work = { refused: new Map(), blocked: new Map(), transactions: 0 };
    // Parents first, so that children can name a row inserted in the same transaction.
    const ordered = [...rows].sort((a, b) => order(a) - order(b));
    await this.#commitAll(ordered, work);
    return work;
  }

  async #commitAll(rows: readonly RowId[], work: Work): Promise<void> {
    let next = 0;
    while (next < rows.length && work.disconnected === undefined) {
      const { transaction, end } = this.#build(rows, next, work);
      const slice = rows.slice(next, end);
      next = end;
      if (transaction.size === 0) continue;
      work.transactions++;
      const outcome = await this.#client.transact(transaction.operations);
      if (outcome.ok) continue;
      // What was to be equal by now is not.
      for (const row of slice) this.#desired.memberChanges.forget(row);
      if (isConnectionFailure(outcome.error)) {
        work.disconnected = outcome.error;
        return;
      }
      await this.#bisect(slice, outcome.error, work);
    }
  }

  #build(rows: readonly RowId[], start: number, work: Work) {
    const transaction = this.#client.newTransaction();
    const context = {
      desired: this.#desired,
      observed: this.#observed,
      transaction,
      inserted: new Map(),
      blocked: (id: RowId, missing: RowId) => {
        work.blocked.set(id, missing);
        this.#desired.memberChanges.forget(id);
      },
    };
    let end = start;
    while (end < rows.length && transaction.size < MAX_OPERATIONS) diffRow(rows[end++]!, context);
    return { transaction, end };
  }

  async #bisect(rows: readonly RowId[], error: OvsdbError, work: Work): Promise<void> {
    if (rows.length === 1) {
      work.refused.set(rows[0]!, error);
      return;
    }
    const middle = rows.length >> 1;
    await this.#commitAll(rows.slice(0, middle), work);
    await this.#commitAll(rows.slice(middle), work);
  }
}

function order(id: RowId): number {
  return TABLE_ORDER.get(tableOf(id).name) ?? 0;
}
