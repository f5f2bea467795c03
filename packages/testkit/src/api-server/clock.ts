// The server's time. Tests move it forward with advance() instead of sleeping; timers that became due fire at once.

interface Timer {
  readonly due: number;
  readonly fire: () => void;
  handle: NodeJS.Timeout | undefined;
}

export class Clock {
  #ahead = 0;
  readonly #timers = new Set<Timer>();

  now(): number {
    return Date.now() + this.#ahead;
  }

  /** RFC 3339 with whole seconds, as metav1.Time is written. */
  timestamp(plusSeconds = 0): string {
    return timestampOf(this.now() + plusSeconds * 1000);
  }

  /** Runs `action` once after `ms`; the returned function cancels it. */
  after(ms: number, action: () => void): () => void {
    const timer: Timer = {
      due: this.now() + ms,
      handle: undefined,
      fire: () => {
        this.#timers.delete(timer);
        clearTimeout(timer.handle);
        action();
      },
    };
    this.#timers.add(timer);
    this.#arm(timer);
    return () => {
      this.#timers.delete(timer);
      clearTimeout(timer.handle);
    };
  }

  advance(ms: number): void {
    this.#ahead += ms;
    const due = [...this.#timers].filter((timer) => timer.due <= this.now()).sort((a, b) => a.due - b.due);
    for (const timer of due) if (this.#timers.has(timer)) timer.fire();
    for (const timer of this.#timers) this.#arm(timer);
  }

  #arm(timer: Timer): void {
    clearTimeout(timer.handle);
    timer.handle = setTimeout(() => timer.fire(), timer.due - this.now());
    timer.handle.unref();
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer.handle);
    this.#timers.clear();
  }
}

export function timestampOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
