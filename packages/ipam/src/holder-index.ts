// Who holds an address. Nearly always one holder; several when the conflict check was off.
// Neighbours share a chunk of slots: drawn addresses are neighbours, and a chunk costs a fraction of as many Map entries.

import type { Holding } from './holding.ts';
import type { Ordinal } from './ordinal.ts';

type Holders = Holding | readonly Holding[];

interface Chunk {
  used: number;
  readonly slots: (Holders | undefined)[];
}

const CHUNK = 32;

export class HolderIndex {
  readonly #chunks = new Map<number, Chunk>();
  /** Far from the start of the subnet (beyond 2^53), or before it: strays and far static addresses. */
  readonly #remote = new Map<Ordinal, Holders>();

  of(ordinal: Ordinal): readonly Holding[] {
    const holders = this.#get(ordinal);
    if (holders === undefined) return [];
    return isSeveral(holders) ? holders : [holders];
  }

  add(ordinal: Ordinal, holding: Holding): void {
    const holders = this.#get(ordinal);
    if (holders === undefined) this.#set(ordinal, holding);
    else if (!this.of(ordinal).includes(holding)) this.#set(ordinal, [...this.of(ordinal), holding]);
  }

  /** Takes back what `add` gave. Returns true when that was the last holder. */
  remove(ordinal: Ordinal, holding: Holding): boolean {
    const holders = this.#get(ordinal);
    if (holders === undefined) return false;
    if (!isSeveral(holders)) {
      if (holders !== holding) return false;
      this.#clear(ordinal);
      return true;
    }
    const left = holders.filter((other) => other !== holding);
    this.#set(ordinal, left.length === 1 ? left[0]! : left);
    return false;
  }

  clear(): void {
    this.#chunks.clear();
    this.#remote.clear();
  }

  #get(ordinal: Ordinal): Holders | undefined {
    if (!isNear(ordinal)) return this.#remote.get(ordinal);
    return this.#chunks.get(Math.floor(ordinal / CHUNK))?.slots[ordinal % CHUNK];
  }

  #set(ordinal: Ordinal, holders: Holders): void {
    if (!isNear(ordinal)) {
      this.#remote.set(ordinal, holders);
      return;
    }
    const key = Math.floor(ordinal / CHUNK);
    let chunk = this.#chunks.get(key);
    if (!chunk) {
      chunk = { used: 0, slots: new Array(CHUNK).fill(undefined) };
      this.#chunks.set(key, chunk);
    }
    if (chunk.slots[ordinal % CHUNK] === undefined) chunk.used++;
    chunk.slots[ordinal % CHUNK] = holders;
  }

  #clear(ordinal: Ordinal): void {
    if (!isNear(ordinal)) {
      this.#remote.delete(ordinal);
      return;
    }
    const key = Math.floor(ordinal / CHUNK);
    const chunk = this.#chunks.get(key)!;
    chunk.slots[ordinal % CHUNK] = undefined;
    chunk.used--;
    if (chunk.used === 0) this.#chunks.delete(key);
  }
}

function isNear(ordinal: Ordinal): ordinal is number {
  return typeof ordinal === 'number' && ordinal >= 0;
}

function isSeveral(holders: Holders): holders is readonly Holding[] {
  return Array.isArray(holders);
}
