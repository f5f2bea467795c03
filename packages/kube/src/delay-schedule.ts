// Keys with a due time: a binary heap whose outdated entries are dropped when they surface.

interface Entry {
  readonly key: string;
  readonly at: number;
}

export class DelaySchedule {
  readonly #dueAt = new Map<string, number>();
  readonly #heap: Entry[] = [];

  get size(): number {
    return this.#dueAt.size;
  }

  has(key: string): boolean {
    return this.#dueAt.has(key);
  }

  set(key: string, at: number): void {
    this.#dueAt.set(key, at);
    this.#push({ key, at });
  }

  /** Keeps an earlier time that is already set. */
  setEarliest(key: string, at: number): void {
    const known = this.#dueAt.get(key);
    if (known === undefined || at < known) this.set(key, at);
  }

  delete(key: string): void {
    this.#dueAt.delete(key);
  }

  nextAt(): number | undefined {
    while (this.#heap.length > 0) {
      const top = this.#heap[0] as Entry;
      if (this.#dueAt.get(top.key) === top.at) return top.at;
      this.#pop();
    }
    return undefined;
  }

  /** The next key due at `now`, removed; undefined when there is none. */
  takeDue(now: number): string | undefined {
    const at = this.nextAt();
    if (at === undefined || at > now) return undefined;
    const { key } = this.#pop();
    this.#dueAt.delete(key);
    return key;
  }

  #push(entry: Entry): void {
    const heap = this.#heap;
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((heap[parent] as Entry).at <= entry.at) break;
      heap[at] = heap[parent] as Entry;
      at = parent;
    }
    heap[at] = entry;
  }

  #pop(): Entry {
    const heap = this.#heap;
    const top = heap[0] as Entry;
    const last = heap.pop() as Entry;
    if (heap.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && (heap[child + 1] as Entry).at < (heap[child] as Entry).at) child++;
      if ((heap[child] as Entry).at >= last.at) break;
      heap[at] = heap[child] as Entry;
      at = child;
    }
    heap[at] = last;
    return top;
  }
}
