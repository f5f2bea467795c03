// Derived values shared by many plans (a normalised subnet, the subnets of a namespace). A cell is computed when it is read,
// kept, and its readers are told only when the value differs: a status update of a Subnet re-plans no pod.

import { isDeepStrictEqual } from 'node:util';
import { Point, Reads, record, type SourceId } from './dependencies.ts';

/** A derived value; `compute` must return plain data, since changes are found by structural comparison. */
export interface Cell<View, T> {
  readonly name: string;
  compute(view: View, key: string): T;
}

class PlanPoint extends Point {
  readonly key: string;

  constructor(key: string) {
    super(key);
    this.key = key;
  }
}

class CellPoint<View> extends Point {
  readonly cell: Cell<View, unknown>;
  readonly key: string;
  value: unknown;
  isKnown = false;

  constructor(id: SourceId, cell: Cell<View, unknown>, key: string) {
    super(id);
    this.cell = cell;
    this.key = key;
  }
}

export class ReactiveGraph<View> {
  /** Everything that has been read and is not a cell. */
  readonly #sources = new Map<SourceId, Point>();
  readonly #cells = new Map<Cell<View, unknown>, Map<string, CellPoint<View>>>();
  readonly #plans = new Map<string, PlanPoint>();
  readonly #stale = new Set<CellPoint<View>>();
  /** Points that may have no reader; those that have none at the next flush go. */
  readonly #unread = new Set<Point>();
  readonly #viewFor: (reads: Reads) => View;
  readonly #onPlanStale: (key: string, source: SourceId) => void;

  constructor(options: { viewFor: (reads: Reads) => View; onPlanStale: (key: string, source: SourceId) => void }) {
    this.#viewFor = options.viewFor;
    this.#onPlanStale = options.onPlanStale;
  }

  /** Runs `plan` and remembers what it read under the key. */
  track<T>(key: string, plan: (view: View) => T): T {
    const reads = this.#reads();
    const result = plan(this.#viewFor(reads));
    const point = this.#plans.get(key) ?? new PlanPoint(key);
    this.#plans.set(key, point);
    record(point, reads.points, this.#left);
    return result;
  }

  /** The plan of this key is not run again for what it has read. */
  forget(key: string): void {
    const point = this.#plans.get(key);
    if (point === undefined) return;
    record(point, [], this.#left);
    this.#plans.delete(key);
  }

  /** The value of a cell, computed now if it is unknown or stale. `reads` of the caller gets the cell. */
  read<T>(cell: Cell<View, T>, key: string, reads: Reads): T {
    const point = this.#cellPoint(cell, key);
    reads.addPoint(point);
    return this.#value(point) as T;
  }

  /** Something has changed: stale its readers. Cells are recomputed by flush(), plans are reported. */
  touch(source: SourceId): void {
    const point = this.#sources.get(source);
    if (point !== undefined) this.#touch(point);
  }

  /** Recomputes stale cells and tells the readers of those that really changed; never called by a plan or a cell. */
  flush(): void {
    for (const point of this.#stale) {
      if (point.isRead) this.#value(point);
      else this.#unread.add(point);
    }
    for (const point of this.#unread) {
      this.#unread.delete(point);
      if (!point.isRead) this.#drop(point);
    }
  }

  readonly #left = (point: Point): void => {
    this.#unread.add(point);
  };

  #reads(): Reads {
    return new Reads((id) => {
      let point = this.#sources.get(id);
      if (point === undefined) {
        point = new Point(id);
        this.#sources.set(id, point);
        // Whoever reads it may fail before that is recorded.
        this.#unread.add(point);
      }
      return point;
    });
  }

  #cellPoint(cell: Cell<View, unknown>, key: string): CellPoint<View> {
    const known = this.#cells.get(cell)?.get(key);
    if (known !== undefined) return known;
    const points = this.#cells.get(cell) ?? new Map<string, CellPoint<View>>();
    this.#cells.set(cell, points);
    const point = new CellPoint(`cell ${cell.name}/${key}`, cell, key);
    points.set(key, point);
    this.#unread.add(point);
    return point;
  }

  #value(point: CellPoint<View>): unknown {
    if (point.isKnown && !this.#stale.has(point)) return point.value;
    const reads = this.#reads();
    const value = point.cell.compute(this.#viewFor(reads), point.key);
    record(point, reads.points, this.#left);
    this.#stale.delete(point);
    // Keep the old identity of an equal value, so that memory is shared and flush() finds nothing to tell.
    if (point.isKnown && isDeepStrictEqual(point.value, value)) return point.value;
    const isNew = !point.isKnown;
    point.value = value;
    point.isKnown = true;
    if (!isNew) this.#touch(point);
    return value;
  }

  #touch(point: Point): void {
    for (const reader of point.readers) {
      if (reader instanceof CellPoint) this.#stale.add(reader);
      else this.#onPlanStale((reader as PlanPoint).key, point.id);
    }
  }

  #drop(point: Point): void {
    if (!(point instanceof CellPoint)) {
      this.#sources.delete(point.id);
      return;
    }
    this.#stale.delete(point);
    this.#cells.get(point.cell)?.delete(point.key);
    record(point, [], this.#left);
  }
}
