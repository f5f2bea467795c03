// A relay between the controller and its database: counts the transactions that change something, and can cut the
// connection at exactly one of them, before the server has seen it or before the client has seen the answer.

import { rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { jsonSplitter } from './json-splitter.ts';

/** lose-request: the server never sees it. lose-reply: it is committed, and the client does not know. */
export type Fate = 'pass' | 'lose-request' | 'lose-reply';

export interface RelayOptions {
  /** "unix:/path" per member of the database. */
  readonly targets: readonly string[];
  /** Path of the first socket; the others get a number. */
  readonly socket: string;
}

const CHANGES = new Set(['insert', 'update', 'mutate', 'delete']);

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: readonly unknown[];
}

export class Relay {
  readonly endpoints: readonly string[];
  /** Transactions that change rows, since the start. */
  transactions = 0;
  /** Operations of the last transactions, for messages of failures. */
  readonly recent: string[] = [];
  fate: (transaction: number) => Fate = () => 'pass';
  /** Called when a connection was cut by a fate, at once. */
  onCut: (transaction: number) => void = () => {};
  #targets: readonly string[];
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #paths: readonly string[];

  private constructor(options: RelayOptions) {
    this.#targets = options.targets;
    this.#paths = options.targets.map((_, index) => (index === 0 ? options.socket : `${options.socket}${index}`));
    this.endpoints = this.#paths.map((path) => `unix:${path}`);
  }

  static async open(options: RelayOptions): Promise<Relay> {
    const relay = new Relay(options);
    for (const [index, path] of relay.#paths.entries()) {
      rmSync(path, { force: true });
      const server = createServer((socket) => relay.#serve(socket, index));
      relay.#servers.push(server);
      await new Promise<void>((resolve) => server.listen(path, resolve));
    }
    return relay;
  }

  /** Another database from now on; open connections end. */
  retarget(targets: readonly string[]): void {
    this.#targets = targets;
    this.cut();
  }

  /** Ends all connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    const closed = this.#servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
    this.cut();
    await Promise.all(closed);
  }

  #serve(client: Socket, index: number): void {
    const server = connect(this.#targets[index]!.slice('unix:'.length));
    const marked = new Map<string, number>();
    const end = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        end();
      });
    }
    client.on(
      'data',
      jsonSplitter((bytes) => {
        if (server.destroyed) return;
        if (!bytes.includes('"transact"') || !this.#isLost(bytes, marked, end)) server.write(bytes);
      }),
    );
    server.on(
      'data',
      jsonSplitter((bytes) => {
        if (client.destroyed) return;
        const cutAt =
          marked.size === 0 ? undefined : marked.get(JSON.stringify((JSON.parse(String(bytes)) as Message).id));
        if (cutAt === undefined) client.write(bytes);
        else this.#cutAt(cutAt, end);
      }),
    );
  }

  /** Decides about a transaction; true when it must not reach the server. */
  #isLost(bytes: Buffer, marked: Map<string, number>, end: () => void): boolean {
    const message = JSON.parse(String(bytes)) as Message;
    if (message.method !== 'transact') return false;
    const operations = (message.params ?? []).slice(1) as readonly { op: string }[];
    if (!operations.some(({ op }) => CHANGES.has(op))) return false;
    const number = ++this.transactions;
    this.recent.push(`transaction ${number}: ${JSON.stringify(operations).slice(0, 2000)}`);
    if (this.recent.length > 20) this.recent.shift();
    const fate = this.fate(number);
    if (fate === 'lose-reply') marked.set(JSON.stringify(message.id), number);
    if (fate !== 'lose-request') return false;
    this.#cutAt(number, end);
    return true;
  }

  #cutAt(transaction: number, end: () => void): void {
    end();
    this.onCut(transaction);
  }
}
