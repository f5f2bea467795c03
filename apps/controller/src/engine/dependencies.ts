// Who read what: a plan or a cell is computed again when something that it read has changed, so no event mapping is written by hand.
// Ten thousand pods make a hundred thousand of these edges, so they are short arrays of objects and not sets of texts.

/** Something that can change: `Pod/ns/name`, `Pod/*` (membership), `row/<row id>`, `ipam/<subnet>`, or a cell's id. */
export type SourceId = string;

/** From so many readers on, an array costs more than a set. */
const MANY = 8;
const NONE: readonly Point[] = [];

/** A thing that is read (a source), that reads (a plan), or both (a cell). */
export class Point {
  readonly id: string;
  reads: readonly Point[] = NONE;
  /** Number of the last run that saw this point; see Reads and record(). */
  mark = 0;
  /** Most points have one reader, which then needs no list. */
  #readers: Point | readonly Point[] | Set<Point> | undefined;

  constructor(id: string) {
    this.id = id;
  }

  get readers(): Iterable<Point> {
    return this.#readers instanceof Point ? [this.#readers] : (this.#readers ?? NONE);
  }

  get isRead(): boolean {
    return this.#readers !== undefined;
  }

  addReader(reader: Point): void {
    const readers = this.#readers;
    if (readers === undefined) this.#readers = reader;
    else if (readers instanceof Set) readers.add(reader);
    else if (readers instanceof Point) this.#readers = readers === reader ? readers : [readers, reader];
    else if (!readers.includes(reader)) {
      const more = [...readers, reader];
      this.#readers = more.length > MANY ? new Set(more) : more;
    }
  }

  removeReader(reader: Point): void {
    const readers = this.#readers;
    if (readers instanceof Set) {
      readers.delete(reader);
      if (readers.size === 0) this.#readers = undefined;
    } else if (readers instanceof Point) {
      if (readers === reader) this.#readers = undefined;
    } else if (readers !== undefined) {
      const rest = readers.filter((each) => each !== reader);
      this.#readers = rest.length > 1 ? rest : rest[0];
    }
  }
}

let runs = 0;

/** What one run of a plan or cell reads, in order. A run inside of it may make it note a point twice, which does no harm. */
export class Reads {
  readonly points: Point[] = [];
  readonly #run = ++runs;
  readonly #pointOf: (id: SourceId) => Point;

  constructor(pointOf: (id: SourceId) => Point) {
    this.#pointOf = pointOf;
  }

  add(id: SourceId): void {
    this.addPoint(this.#pointOf(id));
  }

  addPoint(point: Point): void {
    if (point.mark === this.#run) return;
    point.mark = this.#run;
    this.points.push(point);
  }
}

/** Replaces what `reader` has read; `left` is told of points that it does not read any more. */
export function record(reader: Point, now: readonly Point[], left: (point: Point) => void): void {
  const old = reader.reads;
  if (old.length === now.length && old.every((point, index) => point === now[index])) return;
  const isNow = ++runs;
  const wasBefore = ++runs;
  for (const point of now) point.mark = isNow;
  for (const point of old) {
    if (point.mark === isNow || point.mark === wasBefore) point.mark = wasBefore;
    else {
      point.removeReader(reader);
      left(point);
    }
  }
  for (const point of now) if (point.mark !== wasBefore) point.addReader(reader);
  reader.reads = now.length === 0 ? NONE : now.slice();
}
