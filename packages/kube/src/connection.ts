// One keep-alive connection to the API server: one request at a time, written in one piece, its answer read from a shared buffer.

import type * as net from 'node:net';
import { type Reply, ReplyReader } from './http-reply.ts';

/** A request on its way; `settle` is called at most once. */
export interface Exchange {
  /** Head and body of the request. */
  readonly request: string;
  readonly encoding: 'latin1' | 'utf8';
  /** Set while it is in flight. */
  connection?: Connection;
  settle(result: Reply | Error): void;
}

export interface ConnectionOwner {
  /** Ready for another request. */
  onIdle(connection: Connection): void;
  onClosed(connection: Connection): void;
}

/** Opens a socket whose bytes go to `onBytes` (the buffer is used again after the call). */
export type OpenSocket = (onBytes: (length: number, buffer: Buffer) => boolean) => net.Socket;

export class Connection {
  readonly #socket: net.Socket;
  readonly #owner: ConnectionOwner;
  readonly #reader = new ReplyReader();
  #exchange: Exchange | undefined;
  #failure: Error | undefined;
  #hasEnded = false;
  /** performance.now() when it became idle. */
  idleSince = 0;

  constructor(open: OpenSocket, owner: ConnectionOwner) {
    this.#owner = owner;
    this.#socket = open((length, buffer) => this.#bytes(length, buffer));
    this.#socket.on('error', (error) => {
      this.#failure ??= error;
    });
    this.#socket.on('end', () => this.#ended());
    this.#socket.on('close', () => this.#closed());
  }

  get exchange(): Exchange | undefined {
    return this.#exchange;
  }

  /** False from the moment that either side has begun to close it. */
  get usable(): boolean {
    return this.#socket.writable && !this.#hasEnded;
  }

  send(exchange: Exchange): void {
    this.#exchange = exchange;
    exchange.connection = this;
    this.#socket.ref();
    this.#socket.write(exchange.request, exchange.encoding);
  }

  /** The exchange in flight, if any, is not settled any more. */
  drop(): void {
    this.#take();
    this.#socket.destroy();
  }

  #bytes(length: number, buffer: Buffer): boolean {
    if (this.#socket.destroyed) return true;
    if (this.#exchange === undefined) {
      // Nobody has asked: a server that says "408" before it closes, or one out of step.
      this.#socket.destroy();
      return true;
    }
    try {
      const reply = this.#reader.push(buffer, length);
      if (reply !== undefined) this.#answered(reply);
    } catch (error) {
      this.#socket.destroy(error as Error);
    }
    return true;
  }

  #answered(reply: Reply): void {
    const exchange = this.#take();
    // An answer before the whole request has been sent: the rest of it would be taken for the next request.
    if (!this.#reader.reusable || this.#socket.writableLength > 0) this.#socket.destroy();
    else {
      this.#socket.unref();
      this.#owner.onIdle(this);
    }
    exchange?.settle(reply);
  }

  #ended(): void {
    this.#hasEnded = true;
    const reply = this.#reader.end();
    if (reply !== undefined && this.#exchange !== undefined) this.#answered(reply);
  }

  #closed(): void {
    this.#owner.onClosed(this);
    this.#take()?.settle(this.#failure ?? new Error('connection closed before the answer was complete'));
  }

  #take(): Exchange | undefined {
    const exchange = this.#exchange;
    this.#exchange = undefined;
    if (exchange !== undefined) exchange.connection = undefined;
    return exchange;
  }
}
