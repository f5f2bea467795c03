// How long to wait before a daemon that ended is started again. Pure.

const FIRST_MS = 50;
const LONGEST_MS = 15_000;
/** A daemon that ran for so long was a good one: its next end starts a new count. */
const STABLE_MS = 60_000;

export class RestartDelay {
  #failures = 0;

  /** `ranMs`: how long it has run this time. The first restart is at once. */
  next(ranMs: number): number {
    if (ranMs >= STABLE_MS) this.#failures = 0;
    const delay = this.#failures === 0 ? 0 : Math.min(FIRST_MS * 2 ** (this.#failures - 1), LONGEST_MS);
    this.#failures++;
    return delay;
  }
}
