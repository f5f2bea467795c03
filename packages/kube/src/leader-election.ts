// One leader among processes that share a Lease. Clocks of machines are never compared: a lease is over when we saw it
// unchanged for its whole duration by our own monotonic clock. The leader steps down before others may take over.

import type { ApiError, ApiResult } from './api-error.ts';
import type { KubeClient } from './client.ts';
import { LEASES, type Lease, type LeaseSpec, microTime } from './lease.ts';
import { pause } from './pause.ts';

export interface LeaderElectionOptions {
  readonly client: KubeClient;
  readonly name: string;
  readonly namespace: string;
  /** Unique per candidate; a candidate that finds its own identity in the lease holds it (a restarted container). */
  readonly identity: string;
  readonly leaseDurationMs?: number;
  readonly renewDeadlineMs?: number;
  readonly retryPeriodMs?: number;
  /** Called once, when a held lease could not be renewed in time or somebody else has it. Not called by release(). */
  readonly onLost: (why: Error) => void;
  readonly onError?: (error: Error) => void;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  readonly random?: () => number;
}

type Attempt = 'held' | 'other' | 'error';

export class LeaderElection {
  readonly #options: LeaderElectionOptions;
  readonly #leaseDurationMs: number;
  readonly #renewDeadlineMs: number;
  readonly #retryPeriodMs: number;
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #stop = new AbortController();
  #observed: Lease | undefined;
  #observedAt = 0;
  #renewedAt = 0;
  #isLeader = false;
  #renewing: Promise<void> | undefined;

  constructor(options: LeaderElectionOptions) {
    this.#options = options;
    this.#leaseDurationMs = options.leaseDurationMs ?? 30_000;
    this.#renewDeadlineMs = options.renewDeadlineMs ?? 20_000;
    this.#retryPeriodMs = options.retryPeriodMs ?? 6_000;
    this.#now = options.now ?? (() => performance.now());
    this.#random = options.random ?? Math.random;
    // Otherwise two processes could believe to lead at once, or one lost request could end a reign.
    if (!(this.#leaseDurationMs > this.#renewDeadlineMs && this.#renewDeadlineMs > 1.2 * this.#retryPeriodMs)) {
      throw new RangeError('leader election needs lease duration > renew deadline > 1.2 x retry period');
    }
  }

  get isLeader(): boolean {
    return this.#isLeader;
  }

  /** Who holds the lease as far as we saw. */
  get leader(): string | undefined {
    return this.#observed?.spec?.holderIdentity || undefined;
  }

  /** Resolves when this process leads, and renews from then on. Rejects only when `signal` aborts before. */
  async acquire(signal?: AbortSignal): Promise<void> {
    while (!this.#isLeader) {
      signal?.throwIfAborted();
      const sentAt = this.#now();
      if ((await this.#attempt(this.#renewDeadlineMs, signal)) === 'held') {
        this.#renewedAt = sentAt;
        this.#isLeader = true;
        this.#renewing = this.#renew(this.#stop.signal);
        return;
      }
      await pause(this.#retryPeriodMs * (1 + 0.2 * this.#random()), signal);
    }
  }

  /** Stops renewing and, if we lead, leaves the lease free so that the next leader need not wait for its end. */
  async release(): Promise<void> {
    this.#stop.abort();
    await this.#renewing;
    if (!this.#isLeader) return;
    this.#isLeader = false;
    const { acquireTime: _ours, ...spec } = this.#observed?.spec ?? {};
    const freed = { ...spec, holderIdentity: '', leaseDurationSeconds: 1, renewTime: microTime(Date.now()) };
    const written = await this.#write(freed, this.#retryPeriodMs);
    if (!written.ok && written.error.status !== 409) this.#report(written.error);
  }

  async #renew(stop: AbortSignal): Promise<void> {
    for (;;) {
      const left = this.#renewedAt + this.#renewDeadlineMs - this.#now();
      if (left <= 0) return this.#lost(new Error(`lease not renewed within ${this.#renewDeadlineMs} ms`));
      if (!(await pause(Math.min(this.#retryPeriodMs, left), stop))) return;
      const sentAt = this.#now();
      const limit = this.#renewedAt + this.#renewDeadlineMs - sentAt;
      if (limit <= 0) continue;
      const attempt = await this.#attempt(limit, stop);
      if (stop.aborted) return;
      if (attempt === 'held') this.#renewedAt = sentAt;
      if (attempt === 'other') return this.#lost(new Error(`lease taken by ${this.leader}`));
    }
  }

  async #attempt(limitMs: number, signal: AbortSignal | undefined): Promise<Attempt> {
    // As the holder we know the lease; a conflict tells us when we do not.
    if (!this.#isLeader || this.#observed === undefined) {
      const read = await this.#read(limitMs, signal);
      if (!read.ok && read.error.status === 404) return this.#settle(await this.#create(limitMs, signal));
      if (!read.ok) return this.#failed(read.error);
      this.#observe(read.value);
      if (this.#heldByOther()) return 'other';
    }
    return this.#settle(await this.#write(this.#claim(), limitMs, signal));
  }

  #settle(written: ApiResult<Lease>): Attempt {
    if (written.ok) {
      this.#observe(written.value);
      return 'held';
    }
    this.#observed = written.error.status === 409 || written.error.status === 404 ? undefined : this.#observed;
    return this.#failed(written.error);
  }

  #heldByOther(): boolean {
    const spec = this.#observed?.spec;
    const holder = spec?.holderIdentity;
    if (!holder || holder === this.#options.identity) return false;
    const durationMs = spec?.leaseDurationSeconds ? spec.leaseDurationSeconds * 1000 : this.#leaseDurationMs;
    return this.#now() < this.#observedAt + durationMs;
  }

  #claim(): LeaseSpec {
    const spec = this.#observed?.spec;
    const ours = spec?.holderIdentity === this.#options.identity;
    const time = microTime(Date.now());
    return {
      ...spec,
      holderIdentity: this.#options.identity,
      leaseDurationSeconds: Math.max(1, Math.ceil(this.#leaseDurationMs / 1000)),
      acquireTime: ours ? (spec?.acquireTime ?? time) : time,
      renewTime: time,
      leaseTransitions: (spec?.leaseTransitions ?? 0) + (ours || spec === undefined ? 0 : 1),
    };
  }

  #observe(lease: Lease): void {
    const changed = this.#observed?.metadata.resourceVersion !== lease.metadata.resourceVersion;
    if (changed || this.#observed === undefined) this.#observedAt = this.#now();
    this.#observed = lease;
  }

  #read(timeoutMs: number, signal: AbortSignal | undefined): Promise<ApiResult<Lease>> {
    const { client, name, namespace } = this.#options;
    return client.get<Lease>(LEASES, name, namespace, { timeoutMs, signal });
  }

  #create(timeoutMs: number, signal: AbortSignal | undefined): Promise<ApiResult<Lease>> {
    const { client, name, namespace } = this.#options;
    this.#observed = undefined;
    const lease = {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name, namespace },
      spec: this.#claim(),
    };
    return client.create<Lease>(LEASES, lease, { timeoutMs, signal });
  }

  #write(spec: LeaseSpec, timeoutMs: number, signal?: AbortSignal): Promise<ApiResult<Lease>> {
    const { client, name, namespace } = this.#options;
    const metadata = this.#observed?.metadata ?? { name, namespace };
    const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec };
    return client.replace<Lease>(LEASES, lease, { timeoutMs, signal });
  }

  #failed(error: ApiError): Attempt {
    if (error.status !== 409 && error.reason !== 'Aborted') this.#report(error);
    return 'error';
  }

  #lost(why: Error): void {
    this.#isLeader = false;
    this.#options.onLost(why);
  }

  #report(error: Error): void {
    this.#options.onError?.(error);
  }
}
