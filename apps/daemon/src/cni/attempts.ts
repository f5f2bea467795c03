// Which ADDs are under way. Of one interface of a pod there is at most one: a newer request ends the older one, waits until
// it has cleaned up after itself, and only then begins. A DEL ends the ADD of its own container in the same way.

interface Running {
  readonly containerId: string;
  readonly controller: AbortController;
  /** Resolves, never rejects, when nothing of the attempt goes on any more. */
  readonly done: Promise<unknown>;
}

export class Attempts {
  readonly #running = new Map<string, Running>();
  readonly #held = new Map<string, number>();

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
      if (previous) await previous.done;
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

  /** Marks a container as busy while something else than an ADD is done to it. */
  async hold<T>(containerId: string, work: () => Promise<T>): Promise<T> {
    this.#held.set(containerId, (this.#held.get(containerId) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const holders = (this.#held.get(containerId) ?? 1) - 1;
      if (holders > 0) this.#held.set(containerId, holders);
      else this.#held.delete(containerId);
    }
  }

  /** Something is being done to this container. */
  isBusy(containerId: string): boolean {
    return (
      this.#held.has(containerId) || [...this.#running.values()].some((running) => running.containerId === containerId)
    );
  }

  get size(): number {
    return this.#running.size;
  }
}
