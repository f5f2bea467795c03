// Deduplicated keys waiting for work: each key is in the queue once, is worked on by one taker at a time, and comes back
// when it was added meanwhile. Live events go before those of a relist. It holds keys only, so nothing in it gets stale.

import { DelaySchedule } from './delay-schedule.ts';

export type Priority = 'live' | 'relist';

export interface WorkQueueOptions {
  readonly minBackoffMs?: number;
  readonly maxBackoffMs?: number;
  readonly random?: () => number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  /** Returns a function that cancels. */
  readonly setTimer?: (callback: () => void, ms: number) => () => void;
}

interface Waiter {
  readonly isFull: () => boolean;
  readonly wake: () => void;
}

export class WorkQueue {
  readonly #minBackoffMs: number;
  readonly #maxBackoffMs: number;
  readonly #random: () => number;
  readonly #now: () => number;
  readonly #setTimer: (callback: () => void, ms: number) => () => void;
  readonly #live = new Set<string>();
  readonly #relist = new Set<string>();
  readonly #inProgress = new Set<string>();
  readonly #again = new Map<string, Priority>();
  readonly #failures = new Map<string, number>();
  readonly #retries = new DelaySchedule();
  readonly #alarms = new DelaySchedule();
  readonly #takers = new Set<Waiter>();
  readonly #settlers = new Set<() => void>();
  #nonEmptySince = 0;
  #timerAt = Number.POSITIVE_INFINITY;
  #cancelTimer: (() => void) | undefined;

  constructor(options: WorkQueueOptions = {}) {
    this.#minBackoffMs = options.minBackoffMs ?? 5;
    this.#maxBackoffMs = options.maxBackoffMs ?? 60_000;
    this.#random = options.random ?? Math.random;
    this.#now = options.now ?? (() => performance.now());
    this.#setTimer = options.setTimer ?? realTimer;
  }

  /** Keys ready to be taken. */
  get length(): number {
    return this.#live.size + this.#relist.size;
  }

  get inProgress(): number {
    return this.#inProgress.size;
  }

  /** Keys waiting for a time. */
  get scheduled(): number {
    return this.#retries.size + this.#alarms.size;
  }

  /** Nothing ready and nothing being worked on; keys may still be scheduled for later. */
  get idle(): boolean {
    return this.length === 0 && this.#inProgress.size === 0;
  }

  add(key: string, priority: Priority = 'live'): void {
    // Whatever this key waits for, running it now answers it; if it fails again it will be scheduled again.
    this.#retries.delete(key);
    if (this.#inProgress.has(key)) {
      if (this.#again.get(key) !== 'live') this.#again.set(key, priority);
      return;
    }
    this.#enqueue(key, priority);
  }

  /** Adds the key after a time, whatever else happens to it; of two times the earlier counts. */
  addAfter(key: string, ms: number): void {
    if (ms <= 0) {
      this.add(key);
      return;
    }
    this.#alarms.setEarliest(key, this.#now() + ms);
    this.#arm();
  }

  /** Schedules the key again after its own growing back-off. It does not replace done(). */
  retry(key: string): void {
    const failures = this.#failures.get(key) ?? 0;
    this.#failures.set(key, failures + 1);
    const step = Math.min(this.#maxBackoffMs, this.#minBackoffMs * 2 ** Math.min(failures, 30));
    this.#retries.set(key, this.#now() + step * (0.5 + this.#random() / 2));
    this.#arm();
  }

  /** The key succeeded or does not matter any more: its back-off starts from the smallest step again. */
  forget(key: string): void {
    this.#failures.delete(key);
    this.#retries.delete(key);
    this.#checkSettled();
  }

  failuresOf(key: string): number {
    return this.#failures.get(key) ?? 0;
  }

  /** Must be called for every key taken, also after retry(). */
  done(key: string): void {
    if (!this.#inProgress.delete(key)) return;
    const priority = this.#again.get(key);
    this.#again.delete(key);
    if (priority !== undefined) this.#enqueue(key, priority);
    else this.#checkSettled();
  }

  /**
   * Waits for a first key and from then up to windowMs for more, at most `max`. Keys that are ready since longer than
   * the window are not made to wait. Resolves to [] when aborted; nothing is lost then.
   */
  async takeBatch(max: number, windowMs: number, signal?: AbortSignal): Promise<string[]> {
    for (;;) {
      if (signal?.aborted) return [];
      if (this.length === 0) {
        await this.#wait(() => this.length > 0, undefined, signal);
        continue;
      }
      const left = this.#nonEmptySince + windowMs - this.#now();
      if (this.length >= max || left <= 0) return this.#take(max);
      await this.#wait(() => this.length >= max, left, signal);
    }
  }

  /** Resolves when nothing is ready, in progress, or scheduled to run within `horizonMs`. */
  settled(horizonMs = 1000): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (!this.#isSettled(horizonMs)) return;
        this.#settlers.delete(check);
        resolve();
      };
      this.#settlers.add(check);
      check();
    });
  }

  #enqueue(key: string, priority: Priority): void {
    if (this.length === 0) this.#nonEmptySince = this.#now();
    if (priority === 'live') {
      this.#relist.delete(key);
      this.#live.add(key);
    } else if (!this.#live.has(key)) {
      this.#relist.add(key);
    }
    for (const taker of this.#takers) if (taker.isFull()) taker.wake();
  }

  // An eighth of a batch is kept for the relist, so that a steady stream of live events delays it but cannot starve it.
  #take(max: number): string[] {
    const reserved = Math.min(this.#relist.size, max >> 3);
    const batch: string[] = [];
    this.#move(this.#live, max - reserved, batch);
    this.#move(this.#relist, max, batch);
    return batch;
  }

  #move(from: Set<string>, upTo: number, batch: string[]): void {
    for (const key of from) {
      if (batch.length >= upTo) return;
      from.delete(key);
      this.#inProgress.add(key);
      batch.push(key);
    }
  }

  #wait(isFull: () => boolean, limitMs: number | undefined, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        isFull,
        wake: () => {
          this.#takers.delete(waiter);
          cancel?.();
          signal?.removeEventListener('abort', waiter.wake);
          resolve();
        },
      };
      const cancel = limitMs === undefined ? undefined : this.#setTimer(waiter.wake, limitMs);
      this.#takers.add(waiter);
      signal?.addEventListener('abort', waiter.wake, { once: true });
    });
  }

  #arm(): void {
    const next = Math.min(
      this.#retries.nextAt() ?? Number.POSITIVE_INFINITY,
      this.#alarms.nextAt() ?? Number.POSITIVE_INFINITY,
    );
    if (next >= this.#timerAt || next === Number.POSITIVE_INFINITY) return;
    this.#cancelTimer?.();
    this.#timerAt = next;
    this.#cancelTimer = this.#setTimer(() => this.#fire(), Math.max(0, Math.ceil(next - this.#now())));
  }

  #fire(): void {
    this.#timerAt = Number.POSITIVE_INFINITY;
    this.#cancelTimer = undefined;
    const now = this.#now();
    for (const schedule of [this.#retries, this.#alarms]) {
      for (let key = schedule.takeDue(now); key !== undefined; key = schedule.takeDue(now)) this.add(key);
    }
    this.#arm();
  }

  #isSettled(horizonMs: number): boolean {
    if (!this.idle) return false;
    const horizon = this.#now() + horizonMs;
    return (
      (this.#retries.nextAt() ?? Number.POSITIVE_INFINITY) > horizon &&
      (this.#alarms.nextAt() ?? Number.POSITIVE_INFINITY) > horizon
    );
  }

  #checkSettled(): void {
    if (this.#settlers.size === 0) return;
    for (const check of this.#settlers) check();
  }
}

function realTimer(callback: () => void, ms: number): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}
