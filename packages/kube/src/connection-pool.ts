// A bounded number of connections to one server, and the requests that wait for one of them, first come first served.

import { Connection, type Exchange, type OpenSocket } from './connection.ts';

export interface PoolOptions {
  readonly open: OpenSocket;
  readonly maxConnections: number;
  /** A connection without a request for so long is closed. */
  readonly idleMs: number;
}

export class ConnectionPool {
  readonly #options: PoolOptions;
  readonly #connections = new Set<Connection>();
  /** The last one used is used first, so that those that are too many grow old. */
  readonly #idle: Connection[] = [];
  readonly #waiting = new Set<Exchange>();
  #sweep: NodeJS.Timeout | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  submit(exchange: Exchange): void {
    const connection = this.#usable() ?? this.#opened();
    if (connection === undefined) this.#waiting.add(exchange);
    else connection.send(exchange);
  }

  /** Takes a request back; it is not settled afterwards, but the server may have got it. */
  cancel(exchange: Exchange): void {
    if (!this.#waiting.delete(exchange)) exchange.connection?.drop();
  }

  /** Ends all connections; requests on their way fail. */
  close(): void {
    clearTimeout(this.#sweep);
    this.#sweep = undefined;
    this.#idle.length = 0;
    const failed = [...this.#waiting];
    this.#waiting.clear();
    for (const connection of this.#connections) {
      if (connection.exchange !== undefined) failed.push(connection.exchange);
      connection.drop();
    }
    for (const exchange of failed) exchange.settle(new Error('the client is closed'));
  }

  #usable(): Connection | undefined {
    for (;;) {
      const connection = this.#idle.pop();
      if (connection === undefined || connection.usable) return connection;
    }
  }

  #opened(): Connection | undefined {
    if (this.#connections.size >= this.#options.maxConnections) return undefined;
    const connection = new Connection(this.#options.open, {
      onIdle: (idle) => this.#becameIdle(idle),
      onClosed: (closed) => this.#closed(closed),
    });
    this.#connections.add(connection);
    return connection;
  }

  #becameIdle(connection: Connection): void {
    const next = this.#firstWaiting();
    if (next !== undefined) {
      connection.send(next);
      return;
    }
    connection.idleSince = performance.now();
    this.#idle.push(connection);
    this.#arm();
  }

  #closed(connection: Connection): void {
    this.#connections.delete(connection);
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
    const next = this.#firstWaiting();
    if (next !== undefined) this.submit(next);
  }

  #firstWaiting(): Exchange | undefined {
    for (const exchange of this.#waiting) {
      this.#waiting.delete(exchange);
      return exchange;
    }
    return undefined;
  }

  #arm(): void {
    if (this.#sweep !== undefined) return;
    this.#sweep = setTimeout(() => this.#closeOld(), this.#options.idleMs).unref();
  }

  #closeOld(): void {
    this.#sweep = undefined;
    const limit = performance.now() - this.#options.idleMs;
    for (const connection of this.#idle.filter(({ idleSince }) => idleSince <= limit)) connection.drop();
    // Those dropped leave the list when they have closed.
    if (this.#idle.some(({ idleSince }) => idleSince > limit)) this.#arm();
  }
}
