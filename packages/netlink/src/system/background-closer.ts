// Closes packet sockets away from the worker's thread: each close waits for an RCU grace period (about 15 ms), which
// would hold up every other pod. One at a time, so that at most one thread of Node's pool is taken.
import type { Syscalls } from './syscalls.ts';

export class BackgroundCloser {
  readonly #syscalls: Syscalls;
  readonly #waiting: number[] = [];
  #closing = false;

  constructor(syscalls: Syscalls) {
    this.#syscalls = syscalls;
  }

  /** While busy, the thread must return to its event loop often, or the queue stands still. */
  get busy(): boolean {
    return this.#closing;
  }

  close(fd: number): void {
    this.#waiting.push(fd);
    if (!this.#closing) this.#closeNext();
  }

  #closeNext(): void {
    const fd = this.#waiting.shift();
    this.#closing = fd !== undefined;
    if (fd !== undefined) this.#syscalls.closeInBackground(fd, () => this.#closeNext());
  }
}
