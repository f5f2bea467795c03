// Locks of RFC 7047 section 4.1.8: advisory, per server, gone with the connection. A Lock asks again after every
// reconnect, so between two connections it is `waiting` and somebody else may have it.
import { callOwner } from './call-owner.ts';
import type { OvsdbError } from './ovsdb-error.ts';
import type { Reply, RpcSession } from './rpc-session.ts';
import { isId } from './value.ts';

/**
 * `stolen`: taken by force; the server gives it back (`held`) when the thief lets go. `released`: by unlock or close, or
 * because the server gives no locks at all (a read-only one).
 */
export type LockState = 'waiting' | 'held' | 'stolen' | 'released';

export interface Lock {
  readonly name: string;
  readonly state: LockState;
  onChange(listener: (state: LockState) => void): () => void;
  /** Resolves when the lock is ours; rejects when the signal aborts or the lock is released. */
  held(signal?: AbortSignal): Promise<void>;
  /** Takes the lock from whoever has it. */
  steal(): void;
  unlock(): void;
}

export class LockBook {
  readonly #locks = new Map<string, LiveLock>();
  #session: RpcSession | undefined;

  lock(name: string): Lock {
    const known = this.#locks.get(name);
    if (known) return known;
    if (!isId(name)) throw new TypeError(`not a lock name (letters, digits, underscores): "${name}"`);
    const lock = new LiveLock(name, {
      ask: (method) => this.#ask(lock, method),
      forget: () => this.#forget(name),
    });
    this.#locks.set(name, lock);
    this.#ask(lock, 'lock');
    return lock;
  }

  attach(session: RpcSession): void {
    this.#session = session;
    for (const lock of this.#locks.values()) this.#ask(lock, 'lock');
  }

  detach(): void {
    this.#session = undefined;
    for (const lock of this.#locks.values()) lock.become('waiting');
  }

  releaseAll(): void {
    for (const lock of [...this.#locks.values()]) lock.unlock();
  }

  notified(method: string, params: readonly unknown[]): void {
    const lock = this.#locks.get(String(params[0]));
    if (method === 'locked') lock?.become('held');
    if (method === 'stolen') lock?.become('stolen');
  }

  #ask(lock: LiveLock, method: 'lock' | 'steal'): void {
    // A connection in the queue may not ask a second time, not even to steal.
    if (method === 'steal') this.#session?.send('unlock', [lock.name], () => {});
    this.#session?.send(method, [lock.name], (reply: Reply) => {
      if (reply.kind === 'lost') return;
      if (reply.kind === 'error') return lock.refuse(reply.error);
      const { locked } = reply.result as { locked?: unknown };
      lock.become(locked === true ? 'held' : 'waiting');
    });
  }

  #forget(name: string): void {
    this.#locks.delete(name);
    this.#session?.send('unlock', [name], () => {});
  }
}

interface LockActions {
  readonly ask: (method: 'lock' | 'steal') => void;
  readonly forget: () => void;
}

class LiveLock implements Lock {
  readonly name: string;
  #state: LockState = 'waiting';
  #refusal: OvsdbError | undefined;
  readonly #actions: LockActions;
  readonly #listeners = new Set<(state: LockState) => void>();

  constructor(name: string, actions: LockActions) {
    this.name = name;
    this.#actions = actions;
  }

  get state(): LockState {
    return this.#state;
  }

  onChange(listener: (state: LockState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  held(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (state: LockState) => {
        if (state !== 'held' && state !== 'released' && !signal?.aborted) return;
        stop();
        signal?.removeEventListener('abort', aborted);
        if (state === 'held') resolve();
        else if (signal?.aborted) reject(signal.reason);
        else reject(this.#refusal ?? new Error(`lock ${this.name} was released`));
      };
      const aborted = () => settle(this.#state);
      const stop = this.onChange(settle);
      signal?.addEventListener('abort', aborted);
      settle(this.#state);
    });
  }

  steal(): void {
    if (this.#state === 'waiting' || this.#state === 'stolen') this.#actions.ask('steal');
  }

  unlock(): void {
    if (this.#state === 'released') return;
    this.#actions.forget();
    this.become('released');
  }

  refuse(error: OvsdbError): void {
    this.#refusal = error;
    this.unlock();
  }

  become(state: LockState): void {
    if (this.#state === state || this.#state === 'released') return;
    this.#state = state;
    for (const listener of [...this.#listeners]) callOwner(listener, state);
  }
}
