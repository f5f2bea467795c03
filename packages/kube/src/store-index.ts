// One secondary index of a store: value -> objects. Reads return an array that is kept until its bucket changes.

import type { Identified } from './object.ts';

interface Bucket<T> {
  readonly members: Map<string, T>;
  listed: readonly T[] | undefined;
}

const NOTHING: readonly never[] = [];

export class StoreIndex<T extends Identified> {
  readonly #valuesOf: (object: T) => readonly string[];
  readonly #buckets = new Map<string, Bucket<T>>();

  constructor(valuesOf: (object: T) => readonly string[]) {
    this.#valuesOf = valuesOf;
  }

  get(value: string): readonly T[] {
    const bucket = this.#buckets.get(value);
    if (bucket === undefined) return NOTHING;
    bucket.listed ??= [...bucket.members.values()];
    return bucket.listed;
  }

  /** Index values are computed from `before` again, so the function must be pure. */
  update(key: string, before: T | undefined, after: T | undefined): void {
    const current = after === undefined ? NOTHING : this.#valuesOf(after);
    if (before !== undefined) {
      for (const value of this.#valuesOf(before)) if (!current.includes(value)) this.#remove(value, key);
    }
    if (after !== undefined) for (const value of current) this.#put(value, key, after);
  }

  #put(value: string, key: string, object: T): void {
    let bucket = this.#buckets.get(value);
    if (bucket === undefined) {
      bucket = { members: new Map(), listed: undefined };
      this.#buckets.set(value, bucket);
    }
    bucket.members.set(key, object);
    bucket.listed = undefined;
  }

  #remove(value: string, key: string): void {
    const bucket = this.#buckets.get(value);
    if (bucket === undefined || !bucket.members.delete(key)) return;
    bucket.listed = undefined;
    if (bucket.members.size === 0) this.#buckets.delete(value);
  }
}
