// One concern of the node, kept right for as long as the daemon lives: run when something changed, after failures with a
// growing pause, and now and then for no reason. Runs of one loop never overlap; triggers that come together are one run.

import { toError } from '@kube-ovn/errors';

export interface LoopOptions {
  readonly name: string;
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Longest time without a run. */
  readonly periodMs: number;
  /** Triggers are gathered for so long. */
  readonly gatherMs?: number;
  readonly onError: (name: string, error: Error) => void;
}

const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 10_000;

export class Loop {
  readonly #options: LoopOptions;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  #running: Promise<void> | undefined;
  #again = false;
  #failures = 0;

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  trigger(): void {
    if (this.#running) this.#again = true;
    else this.#schedule(this.#options.gatherMs ?? 10);
  }

  async stop(): Promise<void> {
    this.#stop.abort(new Error(`${this.#options.name} is stopping`));
    clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(delayMs: number): void {
    if (this.#stop.signal.aborted) return;
    const dueAt = performance.now() + delayMs;
    if (dueAt >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => {
      this.#dueAt = Number.POSITIVE_INFINITY;
      this.#running = this.#round();
    }, delayMs);
  }

  async #round(): Promise<void> {
    const { name, run, periodMs, onError } = this.#options;
    this.#again = false;
    let nextMs = periodMs;
    try {
      await run(this.#stop.signal);
      this.#failures = 0;
    } catch (thrown) {
      nextMs = Math.min(FIRST_RETRY_MS * 2 ** this.#failures++, LAST_RETRY_MS);
      if (!this.#stop.signal.aborted) onError(name, toError(thrown));
    }
    this.#running = undefined;
    this.#schedule(nextMs);
    if (this.#again) this.trigger();
  }
}
