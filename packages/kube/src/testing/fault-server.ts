// A raw HTTP server for tests: each request is recorded and answered by a function that may also cut, stall or reset it.

import * as http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { ClusterConfig } from '../cluster-config.ts';

export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  readonly socket: Socket;
}

export type Answer = (request: Recorded, response: http.ServerResponse) => void;

export interface FaultServer {
  readonly config: ClusterConfig;
  readonly requests: Recorded[];
  readonly sockets: ReadonlySet<Socket>;
  /** Sockets accepted since the start. */
  readonly accepted: number;
  answer: Answer;
  close(): Promise<void>;
}

export async function startFaultServer(answer: Answer = notFound): Promise<FaultServer> {
  const requests: Recorded[] = [];
  const sockets = new Set<Socket>();
  const counters = { accepted: 0 };
  const server = http.createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('error', () => {});
    incoming.on('end', () => {
      const url = new URL(incoming.url ?? '/', 'http://localhost');
      const request: Recorded = {
        method: incoming.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        socket: incoming.socket,
      };
      requests.push(request);
      self.answer(request, response);
    });
  });
  server.on('connection', (socket) => {
    counters.accepted++;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const self: FaultServer = {
    config: { server: `http://127.0.0.1:${port}` },
    requests,
    sockets,
    get accepted() {
      return counters.accepted;
    },
    answer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return self;
}

export function notFound(_request: Recorded, response: http.ServerResponse): void {
  status(404, 'NotFound')(_request, response);
}

export function json(code: number, body: unknown, headers: http.OutgoingHttpHeaders = {}): Answer {
  return (_request, response) => {
    response.writeHead(code, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

export function status(code: number, reason: string, headers: http.OutgoingHttpHeaders = {}): Answer {
  return json(code, { kind: 'Status', status: 'Failure', code, reason, message: `${reason} by the test` }, headers);
}

/** TCP RST instead of an answer. */
export function reset(request: Recorded): void {
  request.socket.resetAndDestroy();
}

/** Accepts the request and never says a byte: a half-open connection as the client sees it. */
export function stall(): void {}

/** 200 and headers, then nothing. */
export function stallAfterHeaders(_request: Recorded, response: http.ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.flushHeaders();
}

/** Bytes that are not HTTP. */
export function garbage(request: Recorded): void {
  request.socket.end('\x00\x01 this is no HTTP\r\n\r\n');
}

/** A chunked 200 with these pieces, then the connection is closed without the final chunk. */
export function cutAfter(...pieces: readonly string[]): Answer {
  return (request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    for (const piece of pieces) response.write(piece);
    setImmediate(() => request.socket.end());
  };
}

/** A chunked 200 with these pieces and a proper end. */
export function streamOf(...pieces: readonly string[]): Answer {
  return (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    for (const piece of pieces) response.write(piece);
    response.end();
  };
}
