// Who read what: a plan or a cell is computed again when something that it read has changed, so no event mapping is written by hand.

/** Something that can change: `Pod/ns/name`, `Pod/*` (membership), `row/<row id>`, `ipam/<subnet>`, or a cell's id. */
export type SourceId = string;
/** Something that reads: `plan Kind/name` or a cell's id. */
export type ReaderId = string;

export class Dependencies {
  readonly #readers = new Map<SourceId, Set<ReaderId>>();
  readonly #reads = new Map<ReaderId, ReadonlySet<SourceId>>();

  /** Replaces the set of sources that `reader` has read. */
  record(reader: ReaderId, sources: ReadonlySet<SourceId>): void {
    const old = this.#reads.get(reader);
    if (old !== undefined) {
      for (const source of old) if (!sources.has(source)) this.#drop(source, reader);
    }
    for (const source of sources) {
      if (old?.has(source)) continue;
      const readers = this.#readers.get(source);
      if (readers === undefined) this.#readers.set(source, new Set([reader]));
      else readers.add(reader);
    }
    if (sources.size === 0) this.#reads.delete(reader);
    else this.#reads.set(reader, sources);
  }

  readersOf(source: SourceId): Iterable<ReaderId> {
    return this.#readers.get(source) ?? [];
  }

  hasReaders(source: SourceId): boolean {
    return this.#readers.has(source);
  }

  #drop(source: SourceId, reader: ReaderId): void {
    const readers = this.#readers.get(source);
    if (readers === undefined) return;
    readers.delete(reader);
    if (readers.size === 0) this.#readers.delete(source);
  }
}
