// A daemon on a real unix socket for the tests of the binary: hands over each request, the test writes the bytes of the answer.

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ReceivedRequest {
  readonly line: string;
  readonly body: string;
}

export interface FakeDaemon {
  readonly socket: string;
  /** A path in the same folder where nothing is. */
  readonly absent: string;
  readonly requests: readonly ReceivedRequest[];
  answer: (connection: Socket, request: ReceivedRequest) => void;
  close(): Promise<void>;
}

export async function startFakeDaemon(): Promise<FakeDaemon> {
  const folder = await mkdtemp(join(tmpdir(), 'kube-ovn-cni-'));
  const requests: ReceivedRequest[] = [];
  const connections = new Set<Socket>();
  const server = createServer((connection) => {
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
    // A shim that was killed, or that has given up, resets the connection.
    connection.on('error', () => connection.destroy());
    collectRequest(connection, (request) => {
      requests.push(request);
      daemon.answer(connection, request);
    });
  });
  const daemon: FakeDaemon = {
    socket: join(folder, 'daemon.sock'),
    absent: join(folder, 'absent.sock'),
    requests,
    answer: (connection) => connection.end(jsonReply(500, { error: 'the test gave no answer' })),
    async close() {
      for (const connection of connections) connection.destroy();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  server.listen(daemon.socket);
  await once(server, 'listening');
  return daemon;
}

export function jsonReply(status: number, body?: unknown): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  return `HTTP/1.1 ${status} Some Reason\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`;
}

function collectRequest(connection: Socket, done: (request: ReceivedRequest) => void): void {
  let text = '';
  let finished = false;
  connection.setEncoding('latin1');
  connection.on('data', (piece: string) => {
    text += piece;
    const end = text.indexOf('\r\n\r\n');
    if (finished || end < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
    if (text.length < end + 4 + length) return;
    finished = true;
    done({ line: text.slice(0, text.indexOf('\r\n')), body: text.slice(end + 4) });
  });
}
