// A clock that moves only when told, with the timers that hang on it.

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

export class FakeTime {
  now = 0;
  readonly #timers = new Set<Timer>();

  /** `now` and `setTimer` of a WorkQueue. */
  get hooks(): { now: () => number; setTimer: (callback: () => void, ms: number) => () => void } {
    return {
      now: () => this.now,
      setTimer: (callback, ms) => {
        const timer = { at: this.now + ms, callback };
        this.#timers.add(timer);
        return () => this.#timers.delete(timer);
      },
    };
  }

  get timers(): number {
    return this.#timers.size;
  }

  async advance(ms: number): Promise<void> {
    await settle();
    const end = this.now + ms;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#timers.delete(next);
      this.now = Math.max(this.now, next.at);
      next.callback();
      await settle();
    }
    this.now = end;
    await settle();
  }

  async advanceUntil(condition: () => boolean): Promise<void> {
    while (!condition()) {
      const next = this.#next(Number.POSITIVE_INFINITY);
      if (next === undefined) throw new Error('no timer left and the condition does not hold');
      await this.advance(next.at - this.now);
    }
  }

  #next(until: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.at <= until && (first === undefined || timer.at < first.at)) first = timer;
    }
    return first;
  }
}

/** Lets everything run that only waits for promises. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
