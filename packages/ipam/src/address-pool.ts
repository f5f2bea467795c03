// The addresses one pool may hand out: fresh ones lowest first, then, when none is left, all released ones at once (a ring).

import type { Ordinal } from './ordinal.ts';
import { OrdinalSet } from './ordinal-set.ts';
import { difference, intersection, union } from './set-algebra.ts';

export class AddressPool {
  #free: OrdinalSet;
  #released: OrdinalSet;

  constructor(free = new OrdinalSet(), released = new OrdinalSet()) {
    this.#free = free;
    this.#released = released;
  }

  get isEmpty(): boolean {
    return this.#free.isEmpty && this.#released.isEmpty;
  }

  get size(): bigint {
    return this.#free.size + this.#released.size;
  }

  get free(): OrdinalSet {
    return this.#free;
  }

  get released(): OrdinalSet {
    return this.#released;
  }

  get all(): OrdinalSet {
    return union(this.#free, this.#released);
  }

  /** What `draw` would give; changes nothing, so that a request can fail without a trace. */
  peek(): Ordinal | undefined {
    return this.#free.first() ?? this.#released.first();
  }

  draw(): Ordinal | undefined {
    if (this.#free.isEmpty) {
      const empty = this.#free;
      this.#free = this.#released;
      this.#released = empty;
    }
    const ordinal = this.#free.first();
    if (ordinal !== undefined) this.#free.remove(ordinal);
    return ordinal;
  }

  /** Takes one address out, wherever it is in the ring. */
  take(ordinal: Ordinal): void {
    this.#free.remove(ordinal);
    this.#released.remove(ordinal);
  }

  giveBack(ordinal: Ordinal): void {
    this.#released.add(ordinal);
  }

  /** Cuts `range` out into a pool of its own; each address keeps its place in the ring. */
  carve(range: OrdinalSet): AddressPool {
    const part = new AddressPool(intersection(this.#free, range), intersection(this.#released, range));
    this.#free = difference(this.#free, range);
    this.#released = difference(this.#released, range);
    return part;
  }

  absorb(other: AddressPool): void {
    this.#free = union(this.#free, other.#free);
    this.#released = union(this.#released, other.#released);
  }
}
