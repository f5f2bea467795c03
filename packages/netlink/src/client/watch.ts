// The client's end of a watch: a queue between the worker's batches and the reader's `for await`.
import type { ChangeKind, NetlinkChange } from '../model/change.ts';
import type { NetlinkWatch, WatchOptions } from '../netlink.ts';
import type { NetnsRef } from '../system/namespaces.ts';
import type { WorkerClient } from './worker-client.ts';

const DEFAULT_KINDS: readonly ChangeKind[] = ['link', 'address', 'route'];

/** A reader that is this far behind is better off listing again. */
const MAX_QUEUED = 10_000;

export function watch(client: WorkerClient, ns?: NetnsRef, options: WatchOptions = {}): NetlinkWatch {
  const stop = new AbortController();
  const queue = new ChangeQueue();
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => {});
  const onEvent = (changes: unknown) => {
    ready.resolve();
    queue.push(changes as readonly NetlinkChange[]);
  };
  const end = (error?: unknown) => {
    const reason = stop.signal.aborted || client.closed ? undefined : error;
    ready.reject(reason ?? new Error('the watch was closed'));
    queue.end(reason);
  };
  client.call('watch', [ns, options.kinds ?? DEFAULT_KINDS], { signal: stop.signal, onEvent }).then(() => end(), end);
  return { ready: ready.promise, close: () => stop.abort(), [Symbol.asyncIterator]: () => queue.read(stop) };
}

class ChangeQueue {
  #changes: NetlinkChange[] = [];
  #ended = false;
  #failure: unknown;
  #arrival = Promise.withResolvers<void>();

  push(changes: readonly NetlinkChange[]): void {
    if (this.#changes.length + changes.length > MAX_QUEUED) this.#changes = [{ kind: 'overrun' }];
    else this.#changes.push(...changes);
    this.#arrival.resolve();
  }

  end(failure: unknown): void {
    this.#ended = true;
    this.#failure = failure;
    this.#arrival.resolve();
  }

  /** Leaving the loop closes the watch. */
  async *read(stop: AbortController): AsyncGenerator<NetlinkChange, void, undefined> {
    try {
      for (;;) {
        const batch = this.#changes;
        this.#changes = [];
        yield* batch;
        if (this.#changes.length > 0) continue;
        if (this.#failure !== undefined) throw this.#failure;
        if (this.#ended) return;
        await this.#arrival.promise;
        this.#arrival = Promise.withResolvers();
      }
    } finally {
      stop.abort();
    }
  }
}
