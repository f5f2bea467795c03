// The bounded past of one resource, from which watches resume. What fell out answers 410.
import type { Version } from './api-object.ts';

export type ChangeType = 'ADDED' | 'MODIFIED' | 'DELETED';

export interface Change {
  readonly type: ChangeType;
  /** For DELETED: the last state, carrying the revision of the deletion. */
  readonly version: Version;
  readonly before: Version | undefined;
}

export class History {
  readonly #limit: number;
  #changes: Change[] = [];
  /** Changes up to and including this revision are forgotten. */
  #forgotten = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get oldest(): number {
    return this.#forgotten + 1;
  }

  add(change: Change): void {
    this.#changes.push(change);
    // Trimmed in big steps, so that an add costs no copy on average.
    if (this.#changes.length >= 2 * this.#limit) this.#drop(this.#changes.length - this.#limit);
  }

  /** Changes after `revision` in order, or undefined when some of them are forgotten. */
  since(revision: number): readonly Change[] | undefined {
    if (revision < this.#forgotten) return undefined;
    let low = 0;
    let high = this.#changes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#changes[middle]?.version.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return this.#changes.slice(low);
  }

  forget(upTo: number): void {
    this.#forgotten = Math.max(this.#forgotten, upTo);
    this.#changes = this.#changes.filter((change) => change.version.revision > upTo);
  }

  #drop(count: number): void {
    this.#forgotten = this.#changes[count - 1]?.version.revision ?? this.#forgotten;
    this.#changes = this.#changes.slice(count);
  }
}
