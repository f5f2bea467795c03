// A rate limit with a burst. Time is given by the caller.

export class TokenBucket {
  readonly #burst: number;
  readonly #perMs: number;
  #tokens: number;
  #filledAt: number;

  constructor(burst: number, perSecond: number, now: number) {
    this.#burst = burst;
    this.#perMs = perSecond / 1000;
    this.#tokens = burst;
    this.#filledAt = now;
  }

  take(now: number): boolean {
    const passed = Math.max(0, now - this.#filledAt);
    this.#tokens = Math.min(this.#burst, this.#tokens + passed * this.#perMs);
    this.#filledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }
}
