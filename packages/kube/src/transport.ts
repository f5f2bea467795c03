// HTTP/1.1 to one API server with as little work per request as node:http allows: bounded keep-alive sockets for calls,
// a fresh socket for every watch, flat header arrays made once per token.

import * as http from 'node:http';
import * as https from 'node:https';
import { type ApiResult, localFailure } from './api-error.ts';
import type { ClusterConfig } from './cluster-config.ts';
import { OneHostAgent, OneHostTlsAgent } from './one-host-agent.ts';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: Buffer;
  readonly contentType?: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface Reply {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

// Below the idle limit of API servers (90 s) and of usual load balancers, so that we close first and no request is
// written to a socket the other side has just given up.
const IDLE_SOCKET_MS = 45_000;
// Kernel probes find a peer that vanished without a RST in about 20 s (10 s idle, then 10 probes a second apart).
const KEEPALIVE_PROBE_MS = 10_000;

export interface TransportOptions {
  readonly maxConnections: number;
  readonly userAgent: string;
  readonly connectTimeoutMs: number;
}

export class Transport {
  readonly #config: ClusterConfig;
  readonly #secure: boolean;
  readonly #host: string;
  readonly #port: number;
  readonly #prefix: string;
  readonly #calls: http.Agent;
  readonly #streams: http.Agent;
  readonly #userAgent: string;
  readonly #connectTimeoutMs: number;
  readonly #hostHeader: string;
  #headers: readonly string[] = [];
  #headersToken: string | undefined | null = null;

  constructor(config: ClusterConfig, options: TransportOptions) {
    const url = new URL(config.server);
    this.#config = config;
    this.#secure = url.protocol === 'https:';
    this.#host = url.hostname.replace(/^\[|\]$/g, '');
    this.#port = url.port === '' ? (this.#secure ? 443 : 80) : Number(url.port);
    this.#prefix = url.pathname.replace(/\/+$/, '');
    this.#hostHeader = url.host;
    this.#userAgent = options.userAgent;
    this.#connectTimeoutMs = options.connectTimeoutMs;
    this.#calls = this.#agent({
      keepAlive: true,
      keepAliveMsecs: KEEPALIVE_PROBE_MS,
      maxSockets: options.maxConnections,
      maxFreeSockets: options.maxConnections,
      scheduling: 'lifo',
      timeout: IDLE_SOCKET_MS,
    });
    this.#streams = this.#agent({ keepAlive: false });
  }

  /** One request, one answer of any status. Never rejects. */
  exchange(call: Call): Promise<ApiResult<Reply>> {
    return new Promise((resolve) => {
      if (call.signal?.aborted) return resolve(localFailure('Aborted', `${call.method} ${call.path} aborted`));
      const request = this.#request(call, this.#calls, call.body);
      const onAbort = (): void => settle(localFailure('Aborted', `${call.method} ${call.path} aborted`));
      const timer = setTimeout(() => {
        settle(localFailure('ClientTimeout', `${call.method} ${call.path}: no answer in ${call.timeoutMs} ms`));
      }, call.timeoutMs);
      let settled = false;
      function settle(result: ApiResult<Reply>): void {
        if (settled) return;
        settled = true;
        clearTimeout(timer);
        call.signal?.removeEventListener('abort', onAbort);
        if (!result.ok) request.destroy();
        resolve(result);
      }
      function broken(error: Error): void {
        settle(localFailure('NetworkError', `${call.method} ${call.path}: ${error.message}`, error));
      }
      call.signal?.addEventListener('abort', onAbort, { once: true });
      request.on('error', broken);
      request.on('response', (response) => {
        collect(response, (body) => {
          settle({ ok: true, value: { status: response.statusCode ?? 0, headers: response.headers, body } });
        });
        response.on('error', broken);
        response.on('close', () => {
          if (!settled) broken(new Error('connection closed before the answer was complete'));
        });
      });
      request.end(call.body);
    });
  }

  /** Opens a long answer on a socket of its own. The caller listens to 'response' and 'error' and destroys it. */
  openStream(path: string): http.ClientRequest {
    const request = this.#request({ method: 'GET', path }, this.#streams, undefined);
    request.on('socket', (socket) => {
      socket.setKeepAlive(true, KEEPALIVE_PROBE_MS);
    });
    request.end();
    return request;
  }

  /** After a 401: reads the token again; false when there is none that could have changed. */
  refreshToken(): boolean {
    return this.#config.token?.(true) !== undefined;
  }

  close(): void {
    this.#calls.destroy();
    this.#streams.destroy();
  }

  #request(
    call: { readonly method: string; readonly path: string; readonly contentType?: string },
    agent: http.Agent,
    body: Buffer | undefined,
  ): http.ClientRequest {
    let headers = this.#commonHeaders();
    if (body !== undefined) {
      headers = [
        ...headers,
        'Content-Type',
        call.contentType ?? 'application/json',
        'Content-Length',
        `${body.length}`,
      ];
    }
    const options: http.RequestOptions = {
      agent,
      host: this.#host,
      port: this.#port,
      method: call.method,
      path: this.#prefix + call.path,
      headers,
      setDefaultHeaders: false,
    };
    return this.#secure ? https.request(options) : http.request(options);
  }

  #commonHeaders(): readonly string[] {
    const token = this.#config.token?.();
    if (token === this.#headersToken) return this.#headers;
    this.#headersToken = token;
    const headers = ['Host', this.#hostHeader, 'Accept', 'application/json', 'User-Agent', this.#userAgent];
    this.#headers = token === undefined ? headers : [...headers, 'Authorization', `Bearer ${token}`];
    return this.#headers;
  }

  #agent(options: http.AgentOptions): http.Agent {
    if (!this.#secure) return new OneHostAgent(options, this.#connectTimeoutMs);
    const tls = this.#config.tls ?? {};
    const secured = {
      ...options,
      ca: tls.ca,
      cert: tls.cert,
      key: tls.key,
      servername: tls.serverName,
      rejectUnauthorized: tls.insecure !== true,
    };
    return new OneHostTlsAgent(secured, this.#connectTimeoutMs);
  }
}

function collect(response: http.IncomingMessage, done: (body: Buffer) => void): void {
  let first: Buffer | undefined;
  let more: Buffer[] | undefined;
  response.on('data', (chunk: Buffer) => {
    if (first === undefined) first = chunk;
    else if (more === undefined) more = [first, chunk];
    else more.push(chunk);
  });
  response.on('end', () => done(more ? Buffer.concat(more) : (first ?? Buffer.alloc(0))));
}
