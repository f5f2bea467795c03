// The main thread's end: calls out, replies in, and an end for every pending promise when the worker is gone.
import { closeSync, writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { NetlinkError } from '../netlink-error.ts';
import type { FromWorker, ToWorker } from '../worker/protocol.ts';
import { wakeBytes } from '../worker/wake.ts';

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: Error) => void;
  readonly onEvent?: (event: unknown) => void;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: unknown) => void;
}

export class WorkerClient {
  readonly worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #started = Promise.withResolvers<void>();
  readonly #exited = Promise.withResolvers<void>();
  readonly #failed = Promise.withResolvers<Error>();
  #wake = -1;
  #descriptors: readonly number[] = [];
  #gone: Error | undefined;
  #closed = false;
  #nextId = 1;

  private constructor(file: URL) {
    // Descriptors opened by system calls are none of Node's business, flags of the main program none of the worker's.
    this.worker = new Worker(file, { name: 'netlink', trackUnmanagedFds: false, execArgv: [] });
    let failure: unknown;
    this.worker.on('message', (message: FromWorker) => this.#receive(message));
    this.worker.on('error', (error) => {
      failure = error;
    });
    this.worker.once('exit', (code) => {
      const died = new Error(`the netlink worker died (exit code ${code})`, { cause: failure });
      this.#started.reject(died);
      this.#afterExit(died);
    });
  }

  static async start(file: URL): Promise<WorkerClient> {
    const client = new WorkerClient(file);
    await client.#started.promise;
    return client;
  }

  /** By close(), not by the worker's death. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Resolves if the worker ends without close(). */
  get failed(): Promise<Error> {
    return this.#failed.promise;
  }

  call(name: string, args: readonly unknown[], options: CallOptions = {}): Promise<unknown> {
    const { signal, onEvent } = options;
    if (this.#gone) return Promise.reject(this.#gone);
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const cancel = () => {
        this.#send({ kind: 'cancel', id });
        reject(signal?.reason);
      };
      const settled = <T>(settle: (value: T) => void) => {
        return (value: T) => {
          signal?.removeEventListener('abort', cancel);
          settle(value);
        };
      };
      this.#send({ kind: 'call', id, name, args });
      this.#pending.set(id, { resolve: settled(resolve), reject: settled(reject), onEvent });
      signal?.addEventListener('abort', cancel, { once: true });
      this.worker.ref();
    });
  }

  /** Pending calls reject; open streams end. */
  async close(): Promise<void> {
    if (!this.#gone) {
      this.#send({ kind: 'close' });
      this.#closed = true;
      this.worker.ref();
      this.#end(new Error('netlink is closed'));
    }
    await this.#exited.promise;
  }

  #send(message: ToWorker): void {
    if (this.#gone) return;
    this.worker.postMessage(message);
    writeSync(this.#wake, wakeBytes(false));
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'ready') {
      this.#afterStart(message.wake, message.descriptors);
      return;
    }
    const call = this.#pending.get(message.id);
    if (message.kind === 'event') {
      call?.onEvent?.(message.event);
      return;
    }
    this.#pending.delete(message.id);
    // While closing, close() waits for the worker's exit.
    if (this.#pending.size === 0 && !this.#gone) this.worker.unref();
    if (message.kind === 'value') call?.resolve(message.value);
    else if (message.kind === 'failure') call?.reject(new NetlinkError(message.failure));
    else call?.reject(new Error(`bug in the netlink worker: ${message.text}`));
  }

  #afterStart(wake: number, descriptors: readonly number[]): void {
    this.#wake = wake;
    this.#descriptors = descriptors;
    // A worker asleep in epoll_wait would hold up process.exit() until its wait times out.
    process.on('exit', this.#stopAtExit);
    this.worker.unref();
    this.#started.resolve();
  }

  #afterExit(died: Error): void {
    process.off('exit', this.#stopAtExit);
    for (const fd of this.#descriptors) closeSync(fd);
    if (!this.#gone) this.#failed.resolve(died);
    this.#end(this.#gone ?? died);
    this.#exited.resolve();
  }

  readonly #stopAtExit = () => writeSync(this.#wake, wakeBytes(true));

  #end(reason: Error): void {
    this.#gone = reason;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(reason);
  }
}
