// Agents for a single server: no per-request pool name, and a limit on the time to connect.

import * as http from 'node:http';
import * as https from 'node:https';
import type { Duplex } from 'node:stream';

type Connected = (error: Error | null, stream: Duplex) => void;

// Every request of an agent goes to the same server with the same credentials. The inherited getName would join host,
// certificates and keys into one long string for each request.
const POOL = 'apiserver';

export class OneHostAgent extends http.Agent {
  readonly #connectTimeoutMs: number;

  constructor(options: http.AgentOptions, connectTimeoutMs: number) {
    super(options);
    this.#connectTimeoutMs = connectTimeoutMs;
  }

  override getName(): string {
    return POOL;
  }

  override createConnection(options: http.ClientRequestArgs, callback?: Connected): Duplex | null | undefined {
    return limitConnect(super.createConnection(options, callback), 'connect', this.#connectTimeoutMs);
  }
}

export class OneHostTlsAgent extends https.Agent {
  readonly #connectTimeoutMs: number;

  constructor(options: https.AgentOptions, connectTimeoutMs: number) {
    super(options);
    this.#connectTimeoutMs = connectTimeoutMs;
  }

  override getName(): string {
    return POOL;
  }

  override createConnection(options: https.RequestOptions, callback?: Connected): Duplex | null | undefined {
    return limitConnect(super.createConnection(options, callback), 'secureConnect', this.#connectTimeoutMs);
  }
}

// The kernel repeats an unanswered SYN at growing distances: after an outage a new attempt connects much sooner than
// the old one would.
export function limitConnect(
  socket: Duplex | null | undefined,
  ready: string,
  limitMs: number,
): Duplex | null | undefined {
  if (!socket) return socket;
  const timer = setTimeout(() => socket.destroy(new Error(`not connected within ${limitMs} ms`)), limitMs);
  const clear = (): void => clearTimeout(timer);
  socket.once(ready, clear);
  socket.once('close', clear);
  return socket;
}
