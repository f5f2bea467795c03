// Remembers the states of a client and lets a test wait for the next one of a kind.
import type { ConnectionState } from '../client.ts';

export class StateLog {
  readonly seen: { state: ConnectionState; why: string | undefined }[] = [];
  #waiting: { state: ConnectionState; resolve: (why: string | undefined) => void }[] = [];

  readonly onStateChange = (state: ConnectionState, why?: string): void => {
    this.seen.push({ state, why });
    const met = this.#waiting.filter((waiter) => waiter.state === state);
    this.#waiting = this.#waiting.filter((waiter) => waiter.state !== state);
    for (const { resolve } of met) resolve(why);
  };

  /** Resolves with the reason when the state is entered the next time. */
  next(state: ConnectionState): Promise<string | undefined> {
    return new Promise((resolve) => this.#waiting.push({ state, resolve }));
  }
}
