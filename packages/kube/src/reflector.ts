// Keeps a Store equal to what the API server has, for as long as it runs: list in pages, watch, and whatever happens to
// either, start again. It reports trouble (onState, onError, healthy) and never stops by itself.

import { ApiError } from './api-error.ts';
import { Backoff } from './backoff.ts';
import type { KubeClient } from './client.ts';
import { listPages } from './list-pages.ts';
import { type Identified, type KubeObject, keyOf } from './object.ts';
import { pause } from './pause.ts';
import type { ResourceRef } from './resource-path.ts';
import { Store } from './store.ts';
import { type WatchEvent, type WatchOutcome, watchOnce } from './watch.ts';

export type ReflectorState = 'listing' | 'watching' | 'waiting' | 'stopped';

export interface ReflectorOptions<T extends Identified> {
  readonly client: KubeClient;
  readonly ref: ResourceRef;
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** What is kept of an object. It must be pure and keep metadata's name, namespace, uid and resourceVersion. Default: all but managedFields. */
  readonly trim?: (raw: KubeObject) => T;
  readonly pageSize?: number;
  /** The server ends a watch after this time. Default: well below silenceMs, since servers send a bookmark just before it. */
  readonly watchTimeoutSeconds?: number;
  /** A watch without a byte for so long is taken for dead. */
  readonly silenceMs?: number;
  readonly minBackoffMs?: number;
  readonly maxBackoffMs?: number;
  readonly random?: () => number;
  /** Waits between rounds; resolves early when aborted. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly onState?: (state: ReflectorState, why?: string) => void;
  /** Failed requests, and exceptions of listeners, trim and onState. */
  readonly onError?: (error: Error) => void;
}

// A second unreadable event without progress in between will not become readable by asking for it once more.
const MAX_GARBAGE = 2;

export class Reflector<T extends Identified = KubeObject> {
  readonly store: Store<T>;
  readonly #options: ReflectorOptions<T>;
  readonly #trim: (raw: KubeObject) => T;
  readonly #silenceMs: number;
  readonly #random: () => number;
  readonly #minBackoffMs: number;
  readonly #backoff: Backoff;
  readonly #stop = new AbortController();
  readonly #synced = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;
  #isSynced = false;
  #failing = false;
  #garbage = 0;
  #resumeFrom: string | undefined;

  constructor(options: ReflectorOptions<T>) {
    this.#options = options;
    this.#trim = options.trim ?? (dropManagedFields as unknown as (raw: KubeObject) => T);
    this.#silenceMs = options.silenceMs ?? 30_000;
    this.#random = options.random ?? Math.random;
    this.#minBackoffMs = options.minBackoffMs ?? 500;
    this.#backoff = new Backoff({
      minMs: this.#minBackoffMs,
      maxMs: options.maxBackoffMs ?? 30_000,
      random: this.#random,
    });
    this.store = new Store<T>((error) => this.#report(error));
  }

  /** True after the first complete list, for good. */
  get isSynced(): boolean {
    return this.#isSynced;
  }

  /** Synced and the last attempt to list or watch succeeded. */
  get healthy(): boolean {
    return this.#isSynced && !this.#failing && !this.#stop.signal.aborted;
  }

  /** A reflector has one life: after stop() it does not start again. */
  start(): void {
    this.#running ??= this.#run(this.#stop.signal);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** Resolves after the first complete list; rejects only when `signal` aborts before. */
  synced(signal?: AbortSignal): Promise<void> {
    if (signal === undefined || this.#isSynced) return this.#synced.promise;
    const aborted = Promise.withResolvers<never>();
    const onAbort = (): void => aborted.reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    return Promise.race([this.#synced.promise, aborted.promise]).finally(() =>
      signal.removeEventListener('abort', onAbort),
    );
  }

  /** Store.observe() of an untrimmed answer of the API server. */
  observe(raw: KubeObject): boolean {
    const object = this.#trimmed(raw);
    return object !== undefined && this.store.observe(object);
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      let waitMs: number;
      try {
        waitMs = await this.#round(signal);
      } catch (error) {
        this.#resumeFrom = undefined;
        waitMs = this.#failed(error);
      }
      if (waitMs > 0 && !signal.aborted) await (this.#options.sleep ?? pause)(waitMs, signal);
    }
    this.#state('stopped');
  }

  /** One list if needed and one watch; returns how long to wait before the next round. */
  async #round(signal: AbortSignal): Promise<number> {
    if (this.#resumeFrom === undefined) {
      this.#state('listing');
      const error = await this.#list(signal);
      if (error !== undefined) return signal.aborted ? 0 : this.#failed(error);
    }
    const from = this.#resumeFrom;
    const outcome = await this.#watch(from ?? '', signal);
    if (outcome.end === 'aborted') return 0;
    if (this.#resumeFrom !== from) {
      this.#garbage = 0;
      this.#backoff.reset();
    }
    if (this.#mustList(outcome)) this.#resumeFrom = undefined;
    if (outcome.end !== 'closed') return this.#failed(outcome.error ?? new Error(`watch ended: ${outcome.end}`));
    // A server that ends each watch at once must not make us a busy loop.
    if (outcome.livedMs < this.#minBackoffMs) return this.#backoff.next();
    this.#backoff.reset();
    return 0;
  }

  async #list(signal: AbortSignal): Promise<ApiError | undefined> {
    const { client, ref, namespace, labelSelector, fieldSelector, pageSize = 500 } = this.#options;
    const listed = await listPages<T>(client, ref, {
      query: { namespace, labelSelector, fieldSelector },
      pageSize,
      signal,
      keep: (item, into) => this.#keep(item, into),
    });
    if (!listed.ok) return listed.error;
    if (signal.aborted) return undefined;
    this.store.replaceAll(listed.value.items, listed.value.resourceVersion);
    this.#resumeFrom = listed.value.resourceVersion;
    this.#garbage = 0;
    this.#failing = false;
    if (!this.#isSynced) {
      this.#isSynced = true;
      this.#synced.resolve();
    }
    return undefined;
  }

  // Unchanged objects are shared with the store, so that a relist holds one copy of them and not two.
  #keep(item: KubeObject, into: Map<string, T>): void {
    const key = keyOf(item);
    const stored = this.store.get(key);
    const { uid, resourceVersion } = item.metadata;
    if (stored?.metadata.resourceVersion === resourceVersion && stored?.metadata.uid === uid && resourceVersion) {
      into.set(key, stored as T);
      return;
    }
    const kept = this.#trimmed(item) ?? stored;
    if (kept !== undefined) into.set(key, kept);
  }

  #watch(resourceVersion: string, signal: AbortSignal): Promise<WatchOutcome> {
    const { client, ref, namespace, labelSelector, fieldSelector } = this.#options;
    const timeoutSeconds = this.#options.watchTimeoutSeconds ?? this.#defaultTimeout();
    const query = { namespace, labelSelector, fieldSelector, resourceVersion, timeoutSeconds };
    return watchOnce(client, ref, query, {
      silenceMs: this.#silenceMs,
      signal,
      onOpen: () => {
        this.#failing = false;
        this.#state('watching');
      },
      onEvent: (event) => this.#apply(event),
      isKnown: (version) => this.#isKnown(version),
    });
  }

  #defaultTimeout(): number {
    return Math.max(1, Math.floor((this.#silenceMs / 1000) * (0.6 + 0.2 * this.#random())));
  }

  #isKnown(version: string): boolean {
    if (!this.store.confirm(version)) return false;
    this.#resumeFrom = version;
    return true;
  }

  #apply(event: WatchEvent): void {
    const version = event.object.metadata.resourceVersion;
    if (event.type === 'BOOKMARK') this.store.advance(version);
    else if (event.type === 'DELETED') this.store.applyDeletion(event.object);
    else {
      const object = this.#trimmed(event.object);
      if (object !== undefined) this.store.applyEvent(object);
    }
    if (version) this.#resumeFrom = version;
  }

  #trimmed(raw: KubeObject): T | undefined {
    try {
      return this.#trim(raw);
    } catch (error) {
      this.#report(error);
      return undefined;
    }
  }

  // After silence the stream itself is in doubt: unless it gave a sign of life, compare with a list instead of resuming.
  #mustList(outcome: WatchOutcome): boolean {
    if (outcome.end === 'expired') return true;
    if (outcome.end === 'silent') return outcome.received === 0;
    if (outcome.end === 'garbage') return ++this.#garbage >= MAX_GARBAGE;
    return false;
  }

  #failed(error: unknown): number {
    this.#failing = true;
    this.#report(error);
    this.#state('waiting', error instanceof Error ? error.message : String(error));
    const retryAfterMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
    return Math.max(this.#backoff.next(), retryAfterMs);
  }

  #report(error: unknown): void {
    try {
      this.#options.onError?.(error instanceof Error ? error : new Error(String(error), { cause: error }));
    } catch {
      // The one who listens to errors failed: there is nobody left to tell.
    }
  }

  #state(state: ReflectorState, why?: string): void {
    try {
      this.#options.onState?.(state, why);
    } catch (error) {
      this.#report(error);
    }
  }
}

function dropManagedFields(raw: KubeObject): KubeObject {
  delete (raw.metadata as { managedFields?: unknown }).managedFields;
  return raw;
}
