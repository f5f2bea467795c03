// A set of ordinals as sorted, disjoint, non-adjacent intervals. Cost follows the number of intervals, never of members:
// a /8 or a /64 is one interval. Intervals live in chunks so that an insert in the middle moves at most one chunk.

import { following, larger, type Ordinal, preceding, smaller } from './ordinal.ts';

export interface Interval {
  readonly first: Ordinal;
  readonly last: Ordinal;
}

interface Chunk {
  readonly firsts: Ordinal[];
  readonly lasts: Ordinal[];
}

const CHUNK_LIMIT = 64;

export class OrdinalSet {
  #chunks: Chunk[] = [];
  #intervalCount = 0;
  /** Where the last seek ended: the interval with the greatest first <= ordinal, index -1 when there is none. */
  #chunkAt = 0;
  #indexAt = -1;

  /** From intervals in ascending order; adjacent and overlapping ones are joined. */
  static fromSorted(intervals: Iterable<Interval>): OrdinalSet {
    const set = new OrdinalSet();
    let open: { first: Ordinal; last: Ordinal } | undefined;
    for (const { first, last } of intervals) {
      if (open && first <= following(open.last)) {
        open.last = larger(open.last, last);
        continue;
      }
      if (open) set.#append(open.first, open.last);
      open = { first, last };
    }
    if (open) set.#append(open.first, open.last);
    return set;
  }

  static of(first: Ordinal, last: Ordinal = first): OrdinalSet {
    return OrdinalSet.fromSorted([{ first, last }]);
  }

  get isEmpty(): boolean {
    return this.#intervalCount === 0;
  }

  /** How many intervals are stored: the measure of the memory taken. */
  get intervalCount(): number {
    return this.#intervalCount;
  }

  get size(): bigint {
    let small = 0;
    let large = 0n;
    for (const { firsts, lasts } of this.#chunks) {
      for (let index = 0; index < firsts.length; index++) {
        const first = firsts[index]!;
        const last = lasts[index]!;
        if (typeof first === 'number' && typeof last === 'number' && first >= 0) {
          small += last - first + 1;
          if (small < Number.MAX_SAFE_INTEGER / 2) continue;
          large += BigInt(small);
          small = 0;
        } else {
          large += BigInt(last) - BigInt(first) + 1n;
        }
      }
    }
    return large + BigInt(small);
  }

  first(): Ordinal | undefined {
    return this.#chunks[0]?.firsts[0];
  }

  last(): Ordinal | undefined {
    return this.#chunks.at(-1)?.lasts.at(-1);
  }

  has(ordinal: Ordinal): boolean {
    this.#seek(ordinal);
    return this.#indexAt >= 0 && this.#chunks[this.#chunkAt]!.lasts[this.#indexAt]! >= ordinal;
  }

  *intervals(): IterableIterator<Interval> {
    for (const { firsts, lasts } of this.#chunks) {
      for (let index = 0; index < firsts.length; index++) yield { first: firsts[index]!, last: lasts[index]! };
    }
  }

  add(first: Ordinal, last: Ordinal = first): void {
    this.#seek(first);
    let chunk = this.#chunks[this.#chunkAt];
    if (chunk && this.#indexAt >= 0 && following(chunk.lasts[this.#indexAt]!) >= first) {
      if (chunk.lasts[this.#indexAt]! >= last) return;
    } else {
      this.#step();
      chunk = this.#chunks[this.#chunkAt];
      if (!chunk || chunk.firsts[this.#indexAt]! > following(last)) {
        this.#insert(first, last);
        return;
      }
    }
    chunk.firsts[this.#indexAt] = smaller(chunk.firsts[this.#indexAt]!, first);
    chunk.lasts[this.#indexAt] = larger(chunk.lasts[this.#indexAt]!, last);
    this.#absorbFollowing(chunk);
  }

  remove(first: Ordinal, last: Ordinal = first): void {
    this.#seek(first);
    const chunk = this.#chunks[this.#chunkAt];
    if (chunk && this.#indexAt >= 0 && chunk.lasts[this.#indexAt]! >= first) {
      const oldLast = chunk.lasts[this.#indexAt]!;
      if (chunk.firsts[this.#indexAt]! < first) {
        chunk.lasts[this.#indexAt] = preceding(first);
        this.#step();
        if (oldLast > last) {
          this.#insert(following(last), oldLast);
          return;
        }
      }
    } else {
      this.#step();
    }
    this.#removeFromHere(last);
  }

  #removeFromHere(last: Ordinal): void {
    for (;;) {
      const chunk = this.#chunks[this.#chunkAt];
      if (!chunk || chunk.firsts[this.#indexAt]! > last) return;
      if (chunk.lasts[this.#indexAt]! > last) {
        chunk.firsts[this.#indexAt] = following(last);
        return;
      }
      this.#deleteHere();
    }
  }

  /** Joins the intervals after the current one as long as they touch it. */
  #absorbFollowing(chunk: Chunk): void {
    const index = this.#indexAt;
    const chunkAt = this.#chunkAt;
    for (;;) {
      this.#chunkAt = chunkAt;
      this.#indexAt = index;
      this.#step();
      const next = this.#chunks[this.#chunkAt];
      if (!next || next.firsts[this.#indexAt]! > following(chunk.lasts[index]!)) return;
      chunk.lasts[index] = larger(chunk.lasts[index]!, next.lasts[this.#indexAt]!);
      this.#deleteHere();
    }
  }

  /** Moves to the interval with the greatest first <= ordinal. */
  #seek(ordinal: Ordinal): void {
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#chunks[middle]!.firsts[0]! <= ordinal) low = middle;
      else high = middle - 1;
    }
    this.#chunkAt = low;
    const firsts = this.#chunks[low]?.firsts ?? [];
    let below = -1;
    let above = firsts.length - 1;
    while (below < above) {
      const middle = (below + above + 1) >>> 1;
      if (firsts[middle]! <= ordinal) below = middle;
      else above = middle - 1;
    }
    this.#indexAt = below;
  }

  /** Moves to the next interval; one past the end is a chunk that does not exist. */
  #step(): void {
    this.#indexAt++;
    const chunk = this.#chunks[this.#chunkAt];
    if (chunk && this.#indexAt < chunk.firsts.length) return;
    if (chunk) this.#chunkAt++;
    this.#indexAt = 0;
  }

  #insert(first: Ordinal, last: Ordinal): void {
    if (this.#chunks.length === 0) {
      this.#append(first, last);
      return;
    }
    if (this.#indexAt === 0 && this.#chunkAt > 0) {
      this.#chunkAt--;
      this.#indexAt = this.#chunks[this.#chunkAt]!.firsts.length;
    }
    const chunk = this.#chunks[this.#chunkAt]!;
    insertAt(chunk.firsts, this.#indexAt, first);
    insertAt(chunk.lasts, this.#indexAt, last);
    this.#intervalCount++;
    if (chunk.firsts.length <= CHUNK_LIMIT) return;
    const half = CHUNK_LIMIT >>> 1;
    this.#chunks.splice(this.#chunkAt + 1, 0, { firsts: chunk.firsts.splice(half), lasts: chunk.lasts.splice(half) });
  }

  #deleteHere(): void {
    const chunk = this.#chunks[this.#chunkAt]!;
    this.#intervalCount--;
    if (chunk.firsts.length === 1) {
      this.#chunks.splice(this.#chunkAt, 1);
      return;
    }
    deleteAt(chunk.firsts, this.#indexAt);
    deleteAt(chunk.lasts, this.#indexAt);
    if (this.#indexAt < chunk.firsts.length) return;
    this.#chunkAt++;
    this.#indexAt = 0;
  }

  #append(first: Ordinal, last: Ordinal): void {
    let chunk = this.#chunks.at(-1);
    if (!chunk || chunk.firsts.length >= CHUNK_LIMIT) {
      chunk = { firsts: [], lasts: [] };
      this.#chunks.push(chunk);
    }
    chunk.firsts.push(first);
    chunk.lasts.push(last);
    this.#intervalCount++;
  }
}

/** By hand: `splice` makes an array of what it removed, and these two run several times per allocation. */
function insertAt(list: Ordinal[], index: number, ordinal: Ordinal): void {
  list.push(ordinal);
  for (let at = list.length - 1; at > index; at--) list[at] = list[at - 1]!;
  list[index] = ordinal;
}

function deleteAt(list: Ordinal[], index: number): void {
  for (let at = index + 1; at < list.length; at++) list[at - 1] = list[at]!;
  list.pop();
}
