// Derived values shared by many plans (a normalised subnet, the subnets of a namespace). A cell is computed when it is read,
// kept, and its readers are told only when the value differs: a status update of a Subnet re-plans no pod.

import { isDeepStrictEqual } from 'node:util';
import { Dependencies, type ReaderId, type SourceId } from './dependencies.ts';

/** A derived value; `compute` must return plain data, since changes are found by structural comparison. */
export interface Cell<View, T> {
  readonly name: string;
  compute(view: View, key: string): T;
}

const PLAN = 'plan ';

export class ReactiveGraph<View> {
  readonly dependencies = new Dependencies();
  readonly #values = new Map<SourceId, { readonly cell: Cell<View, unknown>; readonly key: string; value: unknown }>();
  readonly #stale = new Set<SourceId>();
  readonly #viewFor: (reads: Set<SourceId>) => View;
  readonly #onPlanStale: (key: string, source: SourceId) => void;

  constructor(options: {
    viewFor: (reads: Set<SourceId>) => View;
    onPlanStale: (key: string, source: SourceId) => void;
  }) {
    this.#viewFor = options.viewFor;
    this.#onPlanStale = options.onPlanStale;
  }

  /** Runs `plan` and remembers what it read under the key. */
  track<T>(key: string, plan: (view: View) => T): T {
    const reads = new Set<SourceId>();
    const result = plan(this.#viewFor(reads));
    this.dependencies.record(PLAN + key, reads);
    return result;
  }

  forget(key: string): void {
    this.dependencies.record(PLAN + key, new Set());
  }

  /** The value of a cell, computed now if it is unknown or stale. `reads` of the caller gets the cell's id. */
  read<T>(cell: Cell<View, T>, key: string, reads: Set<SourceId>): T {
    const id = `cell ${cell.name}/${key}`;
    reads.add(id);
    const known = this.#values.get(id);
    if (known !== undefined && !this.#stale.has(id)) return known.value as T;
    const value = this.#compute(id, cell, key);
    // Keep the old identity of an equal value, so that memory is shared and flush() finds nothing to tell.
    if (known !== undefined && isDeepStrictEqual(known.value, value)) return known.value as T;
    this.#values.set(id, { cell, key, value });
    if (known !== undefined) this.touch(id);
    return value;
  }

  /** Something has changed: stale its readers. Cells are recomputed by flush(), plans are reported. */
  touch(source: SourceId): void {
    for (const reader of this.dependencies.readersOf(source)) this.#stale_(reader, source);
  }

  /** Recomputes stale cells and tells the readers of those that really changed. */
  flush(): void {
    while (this.#stale.size > 0) {
      const [id] = this.#stale;
      const known = this.#values.get(id!);
      if (known === undefined || !this.dependencies.hasReaders(id!)) {
        this.#drop(id!);
        continue;
      }
      this.read(known.cell, known.key, new Set());
    }
  }

  #compute<T>(id: SourceId, cell: Cell<View, T>, key: string): T {
    const reads = new Set<SourceId>();
    const value = cell.compute(this.#viewFor(reads), key);
    this.dependencies.record(id, reads);
    this.#stale.delete(id);
    return value;
  }

  #stale_(reader: ReaderId, source: SourceId): void {
    if (reader.startsWith(PLAN)) this.#onPlanStale(reader.slice(PLAN.length), source);
    else this.#stale.add(reader);
  }

  #drop(id: SourceId): void {
    this.#stale.delete(id);
    this.#values.delete(id);
    this.dependencies.record(id, new Set());
  }
}
