// One user index of a table: key -> rows. A change costs O(1); the array of a key is built when asked for and then kept.
import type { Row, Uuid } from './value.ts';

const NONE: readonly Row[] = Object.freeze([]);

interface Bucket {
  readonly rows: Map<Uuid, Row>;
  listed: readonly Row[] | undefined;
}

export class RowIndex {
  readonly #key: (row: Row) => string | undefined;
  readonly #buckets = new Map<string, Bucket>();

  constructor(key: (row: Row) => string | undefined) {
    this.#key = key;
  }

  get(key: string): readonly Row[] {
    const bucket = this.#buckets.get(key);
    if (!bucket) return NONE;
    bucket.listed ??= [...bucket.rows.values()];
    return bucket.listed;
  }

  change(before: Row | undefined, after: Row | undefined): void {
    const oldKey = before && this.#key(before);
    const newKey = after && this.#key(after);
    if (oldKey !== undefined && oldKey !== newKey) this.#remove(oldKey, before!._uuid);
    if (newKey !== undefined) this.#put(newKey, after!);
  }

  #put(key: string, row: Row): void {
    const bucket = this.#buckets.get(key);
    if (!bucket) {
      this.#buckets.set(key, { rows: new Map([[row._uuid, row]]), listed: undefined });
      return;
    }
    bucket.rows.set(row._uuid, row);
    bucket.listed = undefined;
  }

  #remove(key: string, uuid: Uuid): void {
    const bucket = this.#buckets.get(key);
    if (!bucket) return;
    bucket.rows.delete(uuid);
    bucket.listed = undefined;
    if (bucket.rows.size === 0) this.#buckets.delete(key);
  }
}
