// The parts of a program: started one after the other, stopped in reverse, each within its time.

import { toError } from '@kube-ovn/errors';
import { withLimit } from './with-limit.ts';

export interface Part {
  readonly name: string;
  /** The signal aborts when the time is over. */
  readonly start?: (signal: AbortSignal) => unknown;
  readonly stop?: (signal: AbortSignal) => unknown;
  readonly startTimeoutMs?: number;
  readonly stopTimeoutMs?: number;
}

export interface StopFailure {
  readonly part: string;
  readonly error: Error;
}

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 10_000;

export class Lifecycle {
  readonly #waiting: Part[] = [];
  readonly #started: Part[] = [];
  #stopping: Promise<readonly StopFailure[]> | undefined;

  /** Parts that must run before the new one are added before it. */
  add(part: Part): void {
    if (this.#stopping) throw new Error(`part ${part.name} comes too late: the program is stopping`);
    this.#waiting.push(part);
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#started.length === 0;
  }

  /** Names of the running parts, in start order. */
  get running(): readonly string[] {
    return this.#started.map((part) => part.name);
  }

  /** Starts what was added since the last call. A failure stops everything that runs, then rejects with the part's name. */
  async start(signal?: AbortSignal): Promise<void> {
    for (let part = this.#waiting.shift(); part; part = this.#waiting.shift()) {
      if (signal?.aborted || this.#stopping) return;
      try {
        await this.#startPart(part);
      } catch (thrown) {
        await this.stop();
        throw new Error(`cannot start ${part.name}: ${toError(thrown).message}`, { cause: thrown });
      }
    }
  }

  /** Never rejects: one part's trouble must not keep the others from stopping. The second call waits for the first. */
  stop(): Promise<readonly StopFailure[]> {
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  }

  /** Counted as started before it has finished: half-started parts are stopped too. */
  async #startPart(part: Part): Promise<void> {
    this.#started.push(part);
    const limit = part.startTimeoutMs ?? START_LIMIT_MS;
    await withLimit(`starting ${part.name}`, limit, (signal) => part.start?.(signal));
  }

  async #stopAll(): Promise<readonly StopFailure[]> {
    const failures: StopFailure[] = [];
    this.#waiting.length = 0;
    for (let part = this.#started.pop(); part; part = this.#started.pop()) {
      const { name, stop, stopTimeoutMs = STOP_LIMIT_MS } = part;
      try {
        await withLimit(`stopping ${name}`, stopTimeoutMs, (signal) => stop?.(signal));
      } catch (thrown) {
        failures.push({ part: name, error: toError(thrown) });
      }
    }
    return failures;
  }
}
