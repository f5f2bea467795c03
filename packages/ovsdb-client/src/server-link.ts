// One attempt at one server: dial, judge the server by `_Server`, fetch or resume the copy, then keep it current until
// something ends it. A link ends once; the next attempt is a new link.
import type { Socket } from 'node:net';
import { dial, type TlsIdentity } from './dial.ts';
import type { Endpoint } from './endpoint.ts';
import type { JsonReader } from './json-reader.ts';
import { ProtocolError } from './ovsdb-error.ts';
import type { LiveReplica } from './replica.ts';
import { type Reply, RpcSession } from './rpc-session.ts';
import { parseSchema } from './schema.ts';
import {
  readStatus,
  reasonToLeave,
  rememberIndex,
  type SeenIndex,
  type ServerStatus,
  STATUS_COLUMNS,
} from './server-status.ts';
import { ZERO_UUID } from './value.ts';

export interface LinkOptions {
  readonly endpoint: Endpoint;
  readonly database: string;
  readonly tls: TlsIdentity | undefined;
  readonly leaderOnly: boolean;
  readonly inactivityProbeMs: number;
  readonly connectTimeoutMs: number;
  readonly replica: LiveReplica;
  readonly seen: SeenIndex;
  readonly onSyncing: () => void;
  readonly onCurrent: () => void;
  readonly onNotification: (method: string, params: readonly unknown[]) => void;
  readonly onEnd: (reason: Error) => void;
}

/** Newest first: the server tells by `unknown method` which of them it lacks. */
const MONITOR_METHODS = ['monitor_cond_since', 'monitor_cond', 'monitor'] as const;
type MonitorMethod = (typeof MONITOR_METHODS)[number];

const STATUS_MONITOR = 'server-status';
const REPLICA_MONITOR = 'replica';

export class ServerLink {
  readonly #options: LinkOptions;
  readonly #abandonDial: () => void;
  readonly #databases = new Map<string, Readonly<Record<string, unknown>>>();
  #session: RpcSession | undefined;
  #ended = false;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#abandonDial = dial(options.endpoint, {
      tls: options.tls,
      timeoutMs: options.connectTimeoutMs,
      onOpen: (socket) => this.#open(socket),
      onFailure: (reason) => this.end(reason),
    });
  }

  get session(): RpcSession | undefined {
    return this.#session;
  }

  end(reason: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    // Bytes that do not fit what we hold: what we hold may be wrong, so the next dump is a full one.
    if (reason instanceof ProtocolError) this.#options.replica.resumeFrom = ZERO_UUID;
    if (this.#session) this.#session.end(reason);
    else this.#abandonDial();
    this.#options.onEnd(reason);
  }

  #open(socket: Socket): void {
    const session = new RpcSession(socket, this.#options.inactivityProbeMs, {
      readNotification: (method, params) => this.#readNotification(method, params),
      onEnd: (reason) => this.end(reason),
    });
    this.#session = session;
    this.#options.onSyncing();
    // Without it the server would close the connection whenever a database is added, removed or converted.
    session.send('set_db_change_aware', [true], () => {});
    const request = { Database: [{ columns: STATUS_COLUMNS }] };
    session.send('monitor', ['_Server', STATUS_MONITOR, request], (reply) => {
      // A server of before 2018 answers with an error: it has no `_Server`, and no clusters either.
      if (reply.kind === 'result') this.#statusUpdate(reply.result);
    });
    // Not from `_Server`: there a standalone server goes on showing the old schema after a conversion.
    session.send('get_schema', [this.#options.database], (reply) => {
      if (reply.kind === 'result') this.#sync(session, reply.result);
      else if (reply.kind === 'error') this.end(reply.error);
    });
  }

  #statusUpdate(update: unknown): void {
    const rows = (update as { Database?: Record<string, { new?: Record<string, unknown> }> }).Database ?? {};
    for (const [uuid, { new: row }] of Object.entries(rows)) {
      if (row) this.#databases.set(uuid, row);
      else this.#databases.delete(uuid);
    }
    const { seen, leaderOnly } = this.#options;
    const status = this.#status();
    const why = reasonToLeave(status, leaderOnly, seen);
    if (why !== undefined) this.end(new Error(why));
    else rememberIndex(status!, seen);
  }

  #status(): ServerStatus | undefined {
    const row = [...this.#databases.values()].find(({ name }) => name === this.#options.database);
    return row && readStatus(row);
  }

  #sync(session: RpcSession, schema: unknown): void {
    if (this.#ended) return;
    this.#options.replica.configure(parseSchema(schema));
    this.#monitor(session, 0);
  }

  #monitor(session: RpcSession, attempt: number): void {
    const { replica, database } = this.#options;
    const method = MONITOR_METHODS[attempt]!;
    const since = method === 'monitor_cond_since' ? [replica.resumeFrom] : [];
    const request = [database, REPLICA_MONITOR, replica.monitorRequest(), ...since];
    const onReply = (reply: Reply): void => {
      if (reply.kind === 'lost') return;
      const older = reply.kind === 'error' && reply.error.kind === 'unknown method';
      if (reply.kind === 'result') this.#firstCopy(reply.result as () => void);
      else if (older && attempt + 1 < MONITOR_METHODS.length) this.#monitor(session, attempt + 1);
      else this.end(reply.error);
    };
    session.send(method, request, onReply, (reader) => this.#readFirstCopy(method, reader));
  }

  #readFirstCopy(method: MonitorMethod, reader: JsonReader): () => void {
    const { replica } = this.#options;
    if (method !== 'monitor_cond_since') return replica.readDump(reader);
    reader.expect('[');
    const found = reader.boolean();
    reader.expect(',');
    const lastTransaction = reader.string();
    reader.expect(',');
    const apply = found ? replica.readUpdate(reader) : replica.readDump(reader);
    reader.expect(']');
    return () => {
      apply();
      replica.resumeFrom = lastTransaction;
    };
  }

  #firstCopy(apply: () => void): void {
    apply();
    if (!this.#ended) this.#options.onCurrent();
  }

  #readNotification(method: string, reader: JsonReader): () => void {
    if (reader.skips(`["${REPLICA_MONITOR}",`)) return this.#readUpdate(method, reader);
    const params = reader.json() as readonly unknown[];
    return () => {
      if (method === 'update' && params[0] === STATUS_MONITOR) this.#statusUpdate(params[1]);
      else if (method === 'monitor_canceled') this.end(new Error('the server canceled the monitor'));
      else this.#options.onNotification(method, params);
    };
  }

  #readUpdate(method: string, reader: JsonReader): () => void {
    const { replica } = this.#options;
    let lastTransaction: string | undefined;
    if (method === 'update3') {
      lastTransaction = reader.string();
      reader.expect(',');
    }
    const apply = replica.readUpdate(reader);
    reader.expect(']');
    return () => {
      apply();
      if (lastTransaction !== undefined) replica.resumeFrom = lastTransaction;
    };
  }
}
