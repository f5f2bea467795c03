// Which ADDs are under way. Of one interface of a pod there is at most one: a newer request ends the older one, waits until
// it has cleaned up after itself, and only then begins. A DEL ends the ADD of its own container in the same way.

export interface Attempt {
  readonly containerId: string;
  readonly signal: AbortSignal;
}

interface Running {
  readonly containerId: string;
  readonly controller: AbortController;
  /** Resolves, never rejects, when nothing of the attempt goes on any more. */
  readonly done: Promise<unknown>;
}

export class Attempts {
  readonly #running = new Map<string, Running>();

  /** `key` names the pod and its interface. `outer` is the runtime's connection. */
  async run<T>(
    key: string,
    containerId: string,
    outer: AbortSignal,
    ended: (by: 'newer' | 'runtime') => Error,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const previous = this.#running.get(key);
    previous?.controller.abort(ended('newer'));
    const controller = new AbortController();
    const giveUp = () => controller.abort(ended('runtime'));
    outer.addEventListener('abort', giveUp, { once: true });
    if (outer.aborted) giveUp();
    const result = (async () => {
      await previous?.done;
      controller.signal.throwIfAborted();
      return work(controller.signal);
    })();
    const mine: Running = { containerId, controller, done: result.catch(() => undefined) };
    this.#running.set(key, mine);
    try {
      return await result;
    } finally {
      outer.removeEventListener('abort', giveUp);
      if (this.#running.get(key) === mine) this.#running.delete(key);
    }
  }

  /** Ends the attempts of a container and waits until they have cleaned up. */
  async end(containerId: string, reason: Error): Promise<void> {
    const ending = [...this.#running.values()].filter((running) => running.containerId === containerId);
    for (const { controller } of ending) controller.abort(reason);
    await Promise.all(ending.map(({ done }) => done));
  }

  has(containerId: string): boolean {
    return [...this.#running.values()].some((running) => running.containerId === containerId);
  }

  get size(): number {
    return this.#running.size;
  }
}
