// The loop: keys -> plans -> dirty rows -> one transaction -> writes to the API. One instance, one batch at a time.

import { toError } from '@kube-ovn/errors';
import type { WorkQueue } from '@kube-ovn/kube';
import type { CommitOutcome, Committer } from './commit.ts';
import type { DesiredState } from './desired.ts';
import type { ApiWrite, Plan, RowId } from './facts.ts';
import type { MemberChanges } from './member-changes.ts';
import type { PlanFunction } from './planner.ts';
import type { World } from './view.ts';

/** Keys per batch: large enough to fill a transaction, small enough to keep the latency of a single pod low. */
const BATCH_KEYS = 500;
const BATCH_WINDOW_MS = 2;
/** After a batch of so many keys there is much to do: waiting longer makes fewer and larger transactions of it. */
const BUSY_KEYS = 20;
const BUSY_WINDOW_MS = 20;

/** The key that stands for "rows changed in Northbound"; it has no plan. */
export const ROWS_KEY = 'rows/northbound';

export interface Effects {
  /** Executes a write of `key`; the key is planned again when it fails. */
  write(key: string, write: ApiWrite): void;
  allocate(key: string, wish: NonNullable<Plan['allocate']>): void;
  event(key: string, event: Plan['events'][number]): void;
  planFailed(key: string, error: Error): void;
  refused(key: string, row: RowId, error: Error): void;
  committed(outcome: CommitOutcome, milliseconds: number): void;
}

export interface ReconcilerOptions {
  readonly world: World;
  readonly queue: WorkQueue;
  readonly desired: DesiredState;
  readonly committer: Committer;
  readonly plan: PlanFunction;
  readonly effects: Effects;
  /** Waits until the replica is current again after a lost connection. */
  readonly current: (signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

export class Reconciler {
  readonly #options: ReconcilerOptions;
  readonly #dirty = new Set<RowId>();
  /** missing row -> rows that wait for it */
  readonly #waiting = new Map<RowId, Set<RowId>>();
  readonly #fullWaiters: (() => void)[] = [];
  #fullKeys: ((world: World) => readonly string[]) | undefined;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
  }

  get memberChanges(): MemberChanges {
    return this.#options.desired.memberChanges;
  }

  /** Rows that changed in Northbound, by whomever: compared with what is desired in the next batch. */
  rowsChanged(rows: Iterable<RowId>): void {
    for (const row of rows) {
      this.#dirty.add(row);
      const waiting = this.#waiting.get(row);
      if (waiting === undefined) continue;
      this.#waiting.delete(row);
      for (const blocked of waiting) this.#dirty.add(blocked);
    }
    this.#options.queue.add(ROWS_KEY, 'live');
  }

  /** Plans every key from what is now and compares every row of ours: start-up and the periodic full check. */
  async full(keys: readonly string[]): Promise<void> {
    const { world, desired } = this.#options;
    world.graph.flush();
    desired.memberChanges.forgetAll();
    const writes: [string, Plan][] = [];
    const known = new Set(keys);
    for (const owner of [...desired.owners()]) if (!known.has(owner)) this.#plan(owner, writes);
    for (const key of keys) this.#plan(key, writes);
    for (const id of desired.ids()) this.#dirty.add(id);
    for (const id of world.observed.ids()) this.#dirty.add(id);
    await this.#commit(writes);
  }

  /** A full comparison at the next turn of the loop; resolves when it is done. */
  requestFull(keys: (world: World) => readonly string[]): Promise<void> {
    this.#fullKeys = keys;
    this.#options.queue.add(ROWS_KEY, 'live');
    return new Promise((resolve) => this.#fullWaiters.push(resolve));
  }

  async run(): Promise<void> {
    const { queue, signal } = this.#options;
    let windowMs = BATCH_WINDOW_MS;
    while (!signal.aborted) {
      const keys = await queue.takeBatch(BATCH_KEYS, windowMs, signal);
      if (signal.aborted) return;
      windowMs = keys.length >= BUSY_KEYS ? BUSY_WINDOW_MS : BATCH_WINDOW_MS;
      await this.#batch(keys);
      if (this.#fullKeys !== undefined) await this.#runFull();
    }
  }

  async #runFull(): Promise<void> {
    const keys = this.#fullKeys!(this.#options.world);
    const waiters = this.#fullWaiters.splice(0);
    this.#fullKeys = undefined;
    await this.full(keys);
    for (const resolve of waiters) resolve();
  }

  async #batch(keys: readonly string[]): Promise<void> {
    const { queue, world } = this.#options;
    world.graph.flush();
    const planned: [string, Plan][] = [];
    for (const key of keys) if (key !== ROWS_KEY) this.#plan(key, planned);
    await this.#commit(planned);
    for (const key of keys) queue.done(key);
    world.graph.flush();
  }

  #plan(key: string, planned: [string, Plan][]): void {
    const { plan, desired, effects, queue } = this.#options;
    try {
      const result = plan(key);
      if (result.keep) desired.keep(key);
      else for (const row of desired.replace(key, result)) this.#dirty.add(row);
      planned.push([key, result]);
    } catch (thrown) {
      // A bug in a plan of one object must not stop the others: its last facts stay as they are.
      effects.planFailed(key, toError(thrown));
      queue.retry(key);
    }
  }

  async #commit(planned: readonly [string, Plan][]): Promise<void> {
    const { committer, desired, effects, current, signal, queue } = this.#options;
    let outcome: CommitOutcome;
    const refused = new Set<string>();
    do {
      const rows = [...this.#dirty];
      this.#dirty.clear();
      const began = performance.now();
      outcome = await committer.commit(rows);
      effects.committed(outcome, performance.now() - began);
      for (const [row, missing] of outcome.blocked) this.#wait(row, missing);
      for (const [row, error] of outcome.refused) {
        const owner = desired.get(row)?.owner;
        if (owner === undefined) continue;
        refused.add(owner);
        effects.refused(owner, row, error);
        queue.retry(owner);
      }
      if (outcome.disconnected !== undefined) {
        for (const row of rows) this.#dirty.add(row);
        desired.memberChanges.forgetAll();
        await current(signal);
      }
    } while (outcome.disconnected !== undefined && !signal.aborted);
    if (signal.aborted) return;
    for (const [key, plan] of planned) this.#execute(key, plan, refused.has(key));
  }

  #execute(key: string, plan: Plan, refused: boolean): void {
    const { effects, queue, world } = this.#options;
    for (const write of plan.writes) if (!refused || !write.afterCommit) effects.write(key, write);
    for (const event of plan.events) effects.event(key, event);
    if (plan.allocate !== undefined) effects.allocate(key, plan.allocate);
    if (plan.recheckAt !== undefined) queue.addAfter(key, Math.max(0, plan.recheckAt - world.now()));
    if (plan.failure?.retry === 'retry') queue.retry(key);
    else if (!refused && plan.allocate === undefined) queue.forget(key);
  }

  #wait(row: RowId, missing: RowId): void {
    const waiting = this.#waiting.get(missing);
    if (waiting === undefined) this.#waiting.set(missing, new Set([row]));
    else waiting.add(row);
  }
}
