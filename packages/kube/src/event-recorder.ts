// Tells users what happened to their objects. Recording never throws and never waits; equal events become one Event with
// a count; memory and requests are bounded, and when there is too much, Normal events are lost before Warnings.

import type { ApiError } from './api-error.ts';
import { BoundedMap } from './bounded-map.ts';
import type { KubeClient } from './client.ts';
import {
  clipMessage,
  countPatch,
  EVENTS,
  type EventSource,
  type EventType,
  eventName,
  eventNamespace,
  eventObject,
  type Involved,
  type Occurrence,
  occurrenceKey,
} from './event-object.ts';
import { TokenBucket } from './token-bucket.ts';

export interface EventRecorderOptions {
  readonly client: KubeClient;
  /** "kube-ovn-controller", the node's name, "ovn-speaker". */
  readonly component: string;
  readonly host?: string;
  /** Events are collected for so long before they are sent. */
  readonly flushMs?: number;
  /** Requests per flush. */
  readonly maxPerFlush?: number;
  /** Unsent events of either type; more are dropped. */
  readonly maxPending?: number;
  /** Distinct events per object: so many at once, then one per `refillMs`. */
  readonly burstPerObject?: number;
  readonly refillMs?: number;
  /** Equal events further apart than this become separate Events. */
  readonly windowMs?: number;
  /** Epoch milliseconds. */
  readonly now?: () => number;
  readonly onError?: (error: Error) => void;
}

const MAX_KNOWN = 4096;
const MAX_ATTEMPTS = 5;
const PARALLEL = 4;

export class EventRecorder {
  readonly #client: KubeClient;
  readonly #source: EventSource;
  readonly #options: EventRecorderOptions;
  readonly #now: () => number;
  readonly #known = new BoundedMap<Occurrence>(MAX_KNOWN);
  readonly #buckets = new BoundedMap<TokenBucket>(MAX_KNOWN);
  readonly #pending: Record<EventType, Set<Occurrence>> = { Warning: new Set(), Normal: new Set() };
  #dropped = 0;
  #names = 0n;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(options: EventRecorderOptions) {
    this.#client = options.client;
    this.#source = { component: options.component, host: options.host };
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Events that were given up: too many, or refused by the server. */
  get dropped(): number {
    return this.#dropped;
  }

  get pending(): number {
    return this.#pending.Warning.size + this.#pending.Normal.size;
  }

  event(involved: Involved, type: EventType, reason: string, message: string): void {
    try {
      this.#record(involved, type, reason, clipMessage(message));
    } catch (error) {
      this.#dropped++;
      this.#options.onError?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Sends everything recorded so far, once; for the end of a program and for tests. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#send(Number.POSITIVE_INFINITY);
  }

  #record(involved: Involved, type: EventType, reason: string, message: string): void {
    const now = this.#now();
    const key = occurrenceKey(involved, type, reason, message);
    const known = this.#known.get(key);
    if (known !== undefined && now - known.lastAt < (this.#options.windowMs ?? 600_000)) {
      known.count++;
      known.lastAt = now;
      this.#enqueue(known);
      return;
    }
    if (!this.#bucket(involved, now).take(now)) {
      this.#dropped++;
      return;
    }
    const name = this.#freshName(involved, now);
    const times = { firstAt: now, lastAt: now, count: 1, sentCount: 0, attempts: 0 };
    const occurrence: Occurrence = { involved: identity(involved), type, reason, message, name, ...times };
    if (this.#enqueue(occurrence)) this.#known.set(key, occurrence);
  }

  #enqueue(occurrence: Occurrence): boolean {
    const pending = this.#pending[occurrence.type];
    if (!pending.has(occurrence) && pending.size >= (this.#options.maxPending ?? 1000)) {
      this.#dropped++;
      return false;
    }
    pending.add(occurrence);
    this.#arm();
    return true;
  }

  #arm(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#send(this.#options.maxPerFlush ?? 50);
    }, this.#options.flushMs ?? 1000);
    // Unsent events alone are no reason to keep a process alive.
    this.#timer.unref();
  }

  #send(limit: number): Promise<void> {
    this.#sending = this.#sending.then(() => this.#sendNow(limit));
    return this.#sending;
  }

  async #sendNow(limit: number): Promise<void> {
    const batch = [...this.#pending.Warning, ...this.#pending.Normal].slice(0, limit);
    const next = batch.values();
    const worker = async (): Promise<void> => {
      for (const occurrence of next) await this.#sendOne(occurrence);
    };
    await Promise.all(Array.from({ length: PARALLEL }, worker));
    if (this.pending > 0) this.#arm();
  }

  async #sendOne(occurrence: Occurrence): Promise<void> {
    const { count } = occurrence;
    const namespace = eventNamespace(occurrence.involved);
    const result =
      occurrence.sentCount === 0
        ? await this.#client.create(EVENTS, eventObject(occurrence, this.#source))
        : await this.#client.mergePatch(EVENTS, occurrence.name, namespace, countPatch(occurrence));
    // A create repeated after a lost answer finds its own Event.
    if (result.ok || (occurrence.sentCount === 0 && result.error.reason === 'AlreadyExists')) {
      occurrence.sentCount = count;
      occurrence.attempts = 0;
      if (occurrence.count === count) this.#pending[occurrence.type].delete(occurrence);
      return;
    }
    this.#retryOrDrop(occurrence, result.error);
  }

  #retryOrDrop(occurrence: Occurrence, error: ApiError): void {
    occurrence.attempts++;
    const expired = error.status === 404 && occurrence.sentCount > 0;
    const transient = error.status === 0 || error.status === 429 || error.status >= 500;
    if (occurrence.attempts < MAX_ATTEMPTS && (expired || transient)) {
      if (!expired) return;
      // The server forgets events after an hour; this one starts a new life with its count.
      occurrence.sentCount = 0;
      occurrence.name = this.#freshName(occurrence.involved, this.#now());
      return;
    }
    occurrence.attempts = 0;
    this.#pending[occurrence.type].delete(occurrence);
    this.#dropped++;
    this.#options.onError?.(error);
  }

  #bucket(involved: Involved, now: number): TokenBucket {
    const { namespace, name, uid } = involved.metadata;
    const key = [involved.kind, namespace, name, uid].join('\0');
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      const perSecond = 1000 / (this.#options.refillMs ?? 300_000);
      bucket = new TokenBucket(this.#options.burstPerObject ?? 25, perSecond, now);
      this.#buckets.set(key, bucket);
    }
    return bucket;
  }

  #freshName(involved: Involved, now: number): string {
    this.#names = (this.#names + 1n) % 1_000_000n;
    return eventName(involved, BigInt(Math.trunc(now)) * 1_000_000n + this.#names);
  }
}

// A recorder must not keep whole objects alive.
function identity(involved: Involved): Involved {
  const { name, namespace, uid, resourceVersion } = involved.metadata;
  return { apiVersion: involved.apiVersion, kind: involved.kind, metadata: { name, namespace, uid, resourceVersion } };
}
