// Jittered exponential waits: between half of and the full step, doubling up to the limit.

export interface BackoffOptions {
  readonly minMs: number;
  readonly maxMs: number;
  readonly random?: () => number;
}

export class Backoff {
  readonly #options: BackoffOptions;
  #failures = 0;

  constructor(options: BackoffOptions) {
    this.#options = options;
  }

  get failures(): number {
    return this.#failures;
  }

  next(): number {
    const { minMs, maxMs, random = Math.random } = this.#options;
    const step = Math.min(maxMs, minMs * 2 ** Math.min(this.#failures, 30));
    this.#failures++;
    return step * (0.5 + random() / 2);
  }

  reset(): void {
    this.#failures = 0;
  }
}
