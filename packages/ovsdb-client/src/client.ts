// The client: one link at a time, for ever. It moves from endpoint to endpoint until one is good (and the leader), keeps
// the replica over reconnects, and answers every transact, if only with "unknown".
import { backOffMs } from './back-off.ts';
import { callOwner } from './call-owner.ts';
import type { TlsIdentity } from './dial.ts';
import { type Endpoint, parseEndpoint } from './endpoint.ts';
import { type Lock, LockBook } from './lock.ts';
import { OvsdbError } from './ovsdb-error.ts';
import { LiveReplica, type Replica } from './replica.ts';
import type { Reply } from './rpc-session.ts';
import { ServerLink } from './server-link.ts';
import type { SeenIndex } from './server-status.ts';
import { outcomeOf, type TransactOutcome } from './transact-outcome.ts';
import { Transaction } from './transaction.ts';
import type { Operation } from './wire.ts';

export interface ClientOptions {
  /** "unix:/path", "tcp:10.0.0.1:6641", "tcp:[::1]:6641", "ssl:..." */
  readonly endpoints: readonly string[];
  readonly database: string;
  /** Table -> columns to keep a copy of. */
  readonly monitor: Readonly<Record<string, readonly string[] | 'all'>>;
  /** A function is asked at every attempt to connect, so that a renewed identity is used from then on. */
  readonly tls?: TlsIdentity | (() => TlsIdentity | undefined);
  /** Stay with the leader of a clustered database (default). */
  readonly leaderOnly?: boolean;
  /** Echo after this silence, reconnect after another; 10 s by default, 0 never. */
  readonly inactivityProbeMs?: number;
  readonly connectTimeoutMs?: number;
  readonly onStateChange?: (state: ConnectionState, why?: string) => void;
}

export type ConnectionState = 'connecting' | 'syncing' | 'current' | 'closed';

export interface OvsdbClient {
  readonly state: ConnectionState;
  readonly replica: Replica;
  /** Resolves when the replica is a full and current copy; rejects only when the signal aborts or the client is closed. */
  current(signal?: AbortSignal): Promise<void>;
  /** Never rejects. When it resolves ok, the replica already shows the change. An abort cancels a waiting transaction. */
  transact(operations: readonly Operation[], signal?: AbortSignal): Promise<TransactOutcome>;
  /** A builder for the schema of the replica; throws before the first sync. */
  newTransaction(): Transaction;
  lock(name: string): Lock;
  /** Any other request of RFC 7047, for example `list_dbs` or `get_schema`. */
  request(method: string, params: readonly unknown[]): Promise<Reply>;
  close(): Promise<void>;
}

/** A link that held this long was a good one: the next failure starts a new count. */
const STABLE_MS = 5_000;

export function connect(options: ClientOptions): OvsdbClient {
  return new Client(options);
}

class Client implements OvsdbClient {
  readonly replica: LiveReplica;
  readonly #options: ClientOptions;
  readonly #endpoints: readonly Endpoint[];
  readonly #locks = new LockBook();
  readonly #seen: SeenIndex = { clusterId: undefined, index: 0 };
  readonly #waiters = new Set<() => void>();
  #state: ConnectionState = 'connecting';
  #link: ServerLink | undefined;
  #retry: NodeJS.Timeout | undefined;
  #attempts = 0;
  #failures = 0;
  #currentSince = 0;

  constructor(options: ClientOptions) {
    if (options.endpoints.length === 0) throw new TypeError('no endpoints');
    this.#options = options;
    this.#endpoints = options.endpoints.map(parseEndpoint);
    this.replica = new LiveReplica(options.monitor);
    // The first callback must not come before the caller holds the client.
    this.#retry = setTimeout(() => this.#attempt(), 0);
  }

  get state(): ConnectionState {
    return this.#state;
  }

  current(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        if (this.#state !== 'current' && this.#state !== 'closed' && !signal?.aborted) return;
        this.#waiters.delete(settle);
        signal?.removeEventListener('abort', settle);
        if (this.#state === 'current') resolve();
        else reject(this.#state === 'closed' ? new Error('the client is closed') : signal?.reason);
      };
      this.#waiters.add(settle);
      signal?.addEventListener('abort', settle);
      settle();
    });
  }

  transact(operations: readonly Operation[], signal?: AbortSignal): Promise<TransactOutcome> {
    const session = this.#state === 'current' ? this.#link?.session : undefined;
    if (!session) return Promise.resolve(this.#notConnected());
    if (signal?.aborted) return Promise.resolve({ ok: false, error: new OvsdbError('canceled'), committed: 'no' });
    return new Promise((resolve) => {
      const cancel = () => session.notify('cancel', [id]);
      const id = session.send('transact', [this.#options.database, ...operations], (reply) => {
        signal?.removeEventListener('abort', cancel);
        resolve(outcomeOf(reply, operations, this.replica.schema));
      });
      signal?.addEventListener('abort', cancel);
    });
  }

  newTransaction(): Transaction {
    if (!this.replica.schema) throw new Error('the schema is not known yet: await current() first');
    return new Transaction(this.replica.schema);
  }

  lock(name: string): Lock {
    return this.#locks.lock(name);
  }

  request(method: string, params: readonly unknown[]): Promise<Reply> {
    const session = this.#link?.session;
    if (session) return session.request(method, params);
    return Promise.resolve({ kind: 'lost', sent: false, error: new OvsdbError('disconnected') });
  }

  async close(): Promise<void> {
    if (this.#state === 'closed') return;
    clearTimeout(this.#retry);
    this.#locks.releaseAll();
    this.#become('closed');
    this.#link?.end(new Error('closed by us'));
  }

  #attempt(): void {
    const endpoint = this.#endpoints[this.#attempts % this.#endpoints.length]!;
    this.#attempts += 1;
    const { tls } = this.#options;
    const link = new ServerLink({
      endpoint,
      database: this.#options.database,
      tls: typeof tls === 'function' ? tls() : tls,
      leaderOnly: this.#options.leaderOnly ?? true,
      inactivityProbeMs: this.#options.inactivityProbeMs ?? 10_000,
      connectTimeoutMs: this.#options.connectTimeoutMs ?? 3_000,
      replica: this.replica,
      seen: this.#seen,
      onSyncing: () => this.#become('syncing'),
      onCurrent: () => this.#current(link),
      onNotification: (method, params) => this.#locks.notified(method, params),
      onEnd: (reason) => this.#ended(reason),
    });
    this.#link = link;
  }

  #current(link: ServerLink): void {
    this.#currentSince = performance.now();
    this.#locks.attach(link.session!);
    this.#become('current');
  }

  #ended(reason: Error): void {
    this.#link = undefined;
    this.#locks.detach();
    if (this.#state === 'closed') return;
    const wasStable = this.#state === 'current' && performance.now() - this.#currentSince > STABLE_MS;
    this.#failures = wasStable ? 1 : this.#failures + 1;
    this.#become('connecting', reason.message);
    this.#retry = setTimeout(() => this.#attempt(), this.#delay());
  }

  /** The other endpoints are tried at once; only after a whole round do we wait. */
  #delay(): number {
    const { length } = this.#endpoints;
    return this.#failures % length === 0 ? backOffMs(this.#failures / length) : 0;
  }

  #become(state: ConnectionState, why?: string): void {
    this.#state = state;
    if (state === 'current' || state === 'closed') for (const settle of [...this.#waiters]) settle();
    if (this.#options.onStateChange) callOwner(this.#options.onStateChange, state, why);
  }

  #notConnected(): TransactOutcome {
    return { ok: false, error: new OvsdbError('disconnected', { details: `state ${this.#state}` }), committed: 'no' };
  }
}
