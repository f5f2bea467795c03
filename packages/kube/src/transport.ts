// HTTP/1.1 to one API server: calls over bounded keep-alive connections of our own, since node:http spends more on a request
// than the rest of the client; every watch over a fresh socket of node:http.

import * as http from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';
import * as tls from 'node:tls';
import { AbortGroup } from './abort-group.ts';
import { type ApiResult, localFailure } from './api-error.ts';
import type { ClusterConfig } from './cluster-config.ts';
import type { Exchange } from './connection.ts';
import { ConnectionPool } from './connection-pool.ts';
import type { Reply } from './http-reply.ts';
import { limitConnect, OneHostAgent, OneHostTlsAgent } from './one-host-agent.ts';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly contentType?: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

// Below the idle limit of API servers (90 s) and of usual load balancers, so that we close first and no request is
// written to a socket the other side has just given up.
const IDLE_SOCKET_MS = 45_000;
// Kernel probes find a peer that vanished without a RST in about 20 s (10 s idle, then 10 probes a second apart).
const KEEPALIVE_PROBE_MS = 10_000;

/** What one read system call may bring; answers are smaller, pages of lists come in many reads. */
const READ_BUFFER = 64 * 1024;

const TARGET = /^[\x21-\x7e]+$/;
// RFC 9110 section 5.5, without what is beyond Latin-1's printable part.
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

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
  readonly #calls: ConnectionPool;
  readonly #streams: http.Agent;
  readonly #userAgent: string;
  readonly #connectTimeoutMs: number;
  readonly #hostHeader: string;
  readonly #aborts = new AbortGroup();
  readonly #bytes = Buffer.allocUnsafeSlow(READ_BUFFER);
  #headers: readonly string[] = [];
  #headerText = '';
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
    this.#calls = new ConnectionPool({
      open: (onBytes) => this.#open(onBytes),
      maxConnections: options.maxConnections,
      idleMs: IDLE_SOCKET_MS,
    });
    this.#streams = this.#agent({ keepAlive: false });
  }

  /** One request, one answer of any status. Never rejects. */
  exchange(call: Call): Promise<ApiResult<Reply>> {
    const { method, path, signal, timeoutMs } = call;
    if (signal?.aborted) return Promise.resolve(localFailure('Aborted', `${method} ${path} aborted`));
    const request = this.#requestText(call);
    return new Promise((resolve) => {
      const finish = (result: ApiResult<Reply>): void => {
        clearTimeout(timer);
        if (signal !== undefined) this.#aborts.delete(signal, onAbort);
        resolve(result);
      };
      const exchange: Exchange = {
        request,
        encoding: call.body === undefined || isAscii(call.body) ? 'latin1' : 'utf8',
        settle(result) {
          if (!(result instanceof Error)) finish({ ok: true, value: result });
          else finish(localFailure('NetworkError', `${method} ${path}: ${result.message}`, result));
        },
      };
      const onAbort = (): void => {
        this.#calls.cancel(exchange);
        finish(localFailure('Aborted', `${method} ${path} aborted`));
      };
      const timer = setTimeout(() => {
        this.#calls.cancel(exchange);
        finish(localFailure('ClientTimeout', `${method} ${path}: no answer in ${timeoutMs} ms`));
      }, timeoutMs);
      if (signal !== undefined) this.#aborts.add(signal, onAbort);
      this.#calls.submit(exchange);
    });
  }

  /** Opens a long answer on a socket of its own. The caller listens to 'response' and 'error' and destroys it. */
  openStream(path: string): http.ClientRequest {
    this.#commonHeaders();
    const options: http.RequestOptions = {
      agent: this.#streams,
      host: this.#host,
      port: this.#port,
      method: 'GET',
      path: this.#prefix + path,
      headers: this.#headers,
      setDefaultHeaders: false,
    };
    const request = this.#secure ? https.request(options) : http.request(options);
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
    this.#calls.close();
    this.#streams.destroy();
  }

  #requestText({ method, path, body, contentType }: Call): string {
    const target = this.#prefix + path;
    if (!TARGET.test(target)) throw new TypeError(`no path of a URL: ${target}`);
    const head = `${method} ${target} HTTP/1.1\r\n${this.#commonHeaders()}`;
    if (body === undefined)
      return method === 'GET' || method === 'DELETE' ? `${head}\r\n` : `${head}Content-Length: 0\r\n\r\n`;
    const type = contentType ?? 'application/json';
    return `${head}Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  }

  /** The headers of every request, as text. */
  #commonHeaders(): string {
    const token = this.#config.token?.();
    if (token === this.#headersToken) return this.#headerText;
    const common = ['Host', this.#hostHeader, 'Accept', 'application/json', 'User-Agent', this.#userAgent];
    const headers = token === undefined ? common : [...common, 'Authorization', `Bearer ${token}`];
    const values = headers.filter((_, index) => index % 2 === 1);
    // A line break in a token would make further headers of its rest.
    if (!values.every((value) => HEADER_VALUE.test(value)))
      throw new TypeError('a header value with control characters');
    this.#headers = headers;
    this.#headerText = values.map((value, index) => `${headers[2 * index]}: ${value}\r\n`).join('');
    this.#headersToken = token;
    return this.#headerText;
  }

  #open(onBytes: (length: number, buffer: Buffer) => boolean): net.Socket {
    // One buffer for all sockets: what is read is taken out of it before the next read.
    const options = { host: this.#host, port: this.#port, onread: { buffer: this.#bytes, callback: onBytes } };
    const socket = this.#secure
      ? tls.connect({ ...options, ...this.#tlsOptions(), servername: this.#serverName() })
      : net.connect(options);
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEPALIVE_PROBE_MS);
    limitConnect(socket, this.#secure ? 'secureConnect' : 'connect', this.#connectTimeoutMs);
    return socket;
  }

  /** The name that the certificate must have, and that is sent as SNI unless it is an address. */
  #serverName(): string {
    return this.#config.tls?.serverName ?? (net.isIP(this.#host) === 0 ? this.#host : '');
  }

  #tlsOptions() {
    const { ca, cert, key, insecure } = this.#config.tls ?? {};
    return { ca, cert, key, rejectUnauthorized: insecure !== true };
  }

  #agent(options: http.AgentOptions): http.Agent {
    if (!this.#secure) return new OneHostAgent(options, this.#connectTimeoutMs);
    const secured = { ...options, ...this.#tlsOptions(), servername: this.#config.tls?.serverName };
    return new OneHostTlsAgent(secured, this.#connectTimeoutMs);
  }
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}
