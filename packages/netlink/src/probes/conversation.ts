// The life of one waiting task: a socket, timers, an end. Whatever ends it first, everything is cleaned up once.
import type { TaskContext } from './task-context.ts';

export class Conversation<T> {
  readonly #context: TaskContext;
  readonly #done = Promise.withResolvers<T | undefined>();
  readonly #cleanUps: (() => void)[] = [];
  #ended = false;

  /** Cancelled by the client or the worker's end: ends without a result. */
  constructor(context: TaskContext) {
    this.#context = context;
    const cancel = () => this.end(undefined);
    context.signal.addEventListener('abort', cancel, { once: true });
  }

  get result(): Promise<T | undefined> {
    return this.#done.promise;
  }

  /** The socket is closed with the conversation. */
  listen(socket: { readonly fd: number; close(): void }, onReadable: () => void): void {
    this.#cleanUps.push(() => socket.close());
    this.#guard(() => {
      this.#cleanUps.push(this.#context.reactor.onReadable(socket.fd, this.#guard(onReadable)));
    })();
  }

  after(delayMs: number, run: () => void): void {
    this.#cleanUps.push(this.#context.reactor.after(delayMs, this.#guard(run)));
  }

  end(result: T | undefined): void {
    if (this.#finish()) this.#done.resolve(result);
  }

  fail(error: unknown): void {
    if (this.#finish()) this.#done.reject(error);
  }

  #guard(run: () => void): () => void {
    return () => {
      if (this.#ended) return;
      try {
        run();
      } catch (error) {
        this.fail(error);
      }
    };
  }

  #finish(): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    for (const cleanUp of this.#cleanUps.reverse()) cleanUp();
    return true;
  }
}
