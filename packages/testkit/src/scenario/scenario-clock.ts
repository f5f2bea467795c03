// The time of the controller: the real one plus what the scenario has let pass. Timers that become due fire at once.

interface Timer {
  readonly due: number;
  readonly fire: () => void;
  readonly handle: NodeJS.Timeout;
}

export class ScenarioClock {
  #ahead = 0;
  #wallJump = 0;
  readonly #timers = new Set<Timer>();

  /** Epoch ms; can jump. */
  now = (): number => Date.now() + this.#ahead + this.#wallJump;

  /** Never jumps. */
  monotonic = (): number => performance.now() + this.#ahead;

  /** Runs `action` once after `ms`; returns the way to cancel it. */
  after = (action: () => void, ms: number): (() => void) => {
    const cancel = () => {
      this.#timers.delete(timer);
      clearTimeout(timer.handle);
    };
    const fire = () => {
      cancel();
      action();
    };
    const timer: Timer = { due: this.monotonic() + ms, fire, handle: setTimeout(fire, ms) };
    this.#timers.add(timer);
    return cancel;
  };

  /** Time passes. */
  advance(ms: number): void {
    this.#ahead += ms;
    const due = [...this.#timers].filter((timer) => timer.due <= this.monotonic()).sort((a, b) => a.due - b.due);
    for (const timer of due) if (this.#timers.has(timer)) timer.fire();
  }

  /** Somebody sets the clock: no time passes. */
  jump(ms: number): void {
    this.#wallJump += ms;
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer.handle);
    this.#timers.clear();
  }
}
