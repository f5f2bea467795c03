// The worker's waiting place: one epoll_wait for all sockets and timers, so nothing polls and nothing blocks anything.
import { netlinkError } from '../netlink-error.ts';
import type { Syscalls } from './syscalls.ts';

/** An idle wait ends after this long, so that a worker whose main thread died hard is not stuck for good. */
const LONGEST_WAIT_MS = 1000;

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

export class Reactor {
  readonly #syscalls: Syscalls;
  readonly #now: () => number;
  readonly #epoll: number;
  readonly #readers = new Map<number, () => void>();
  /** Sorted by due time. */
  #timers: Timer[] = [];

  constructor(syscalls: Syscalls, now: () => number = () => performance.now()) {
    this.#syscalls = syscalls;
    this.#now = now;
    this.#epoll = syscalls.epollCreate();
    if (this.#epoll < 0) throw netlinkError('create epoll', -this.#epoll);
  }

  now(): number {
    return this.#now();
  }

  /** Calls `onReadable` whenever there is something to read; returns the way to stop that, due before closing fd. */
  onReadable(fd: number, onReadable: () => void): () => void {
    const added = this.#syscalls.epollAdd(this.#epoll, fd);
    if (added < 0) throw netlinkError('watch descriptor', -added);
    this.#readers.set(fd, onReadable);
    return () => {
      if (this.#readers.delete(fd)) this.#syscalls.epollRemove(this.#epoll, fd);
    };
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { due: this.#now() + delayMs, run };
    const at = this.#timers.findIndex(({ due }) => due > timer.due);
    this.#timers.splice(at < 0 ? this.#timers.length : at, 0, timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  /** Waits for the next thing to do, at most so long, and does it. */
  turn(longestWaitMs = LONGEST_WAIT_MS): void {
    const next = this.#timers[0];
    const wait = next ? Math.max(0, Math.ceil(next.due - this.#now())) : longestWaitMs;
    for (const fd of this.#syscalls.epollWait(this.#epoll, Math.min(wait, longestWaitMs))) this.#readers.get(fd)?.();
    this.#runDueTimers();
  }

  get epoll(): number {
    return this.#epoll;
  }

  #runDueTimers(): void {
    const now = this.#now();
    const due = this.#timers.filter((timer) => timer.due <= now);
    this.#timers = this.#timers.filter((timer) => timer.due > now);
    for (const timer of due) timer.run();
  }
}
