// Answers for a database that is not there yet, on the port where its server will listen: so that peers can tell "I hold
// nothing" from silence, which might hide their data.

import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { TlsMaterial } from '@kube-ovn/supervise';

export interface BeaconOptions {
  readonly hosts: readonly string[];
  readonly port: number;
  readonly database: string;
  readonly tls: TlsMaterial | undefined;
  /** Data to begin a cluster with. */
  readonly seed: boolean;
}

export interface Beacon {
  close(): Promise<void>;
}

export async function openBeacon(options: BeaconOptions): Promise<Beacon> {
  const sockets = new Set<Socket>();
  const serve = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    answerOn(socket, options);
  };
  const servers = options.hosts.map(() => open(options.tls, serve));
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await Promise.all(servers.map((server) => new Promise<void>((done) => server.close(() => done()))));
  };
  try {
    await Promise.all(servers.map((server, at) => listen(server, options.port, options.hosts[at]!)));
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}

function open(tls: TlsMaterial | undefined, serve: (socket: Socket) => void): Server {
  if (!tls) return createTcpServer(serve);
  return createTlsServer({ ...tls, requestCert: true, rejectUnauthorized: true }, serve);
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      server.on('error', () => {});
      resolve();
    });
  });
}

/** One question and its answer; a database client, which asks other things, learns that there is no database here. */
function answerOn(socket: Socket, { database, seed }: BeaconOptions): void {
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    text += chunk;
    const request = parse(text);
    if (!request) return text.length > 65_536 ? socket.destroy() : undefined;
    text = '';
    const rows = seed ? [{ name: database, model: 'seed' }] : [];
    const known = request.method === 'transact';
    const error = known ? null : { error: 'unknown database', details: 'the database is not there yet' };
    socket.write(JSON.stringify({ id: request.id, result: known ? [{ rows }] : null, error }));
  });
}

function parse(text: string): { readonly id: unknown; readonly method: unknown } | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
