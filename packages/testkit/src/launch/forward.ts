// The way of the machine's programs into isolated namespaces: 127.0.0.1:PORT outside is a unix socket in the run folder.

import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Forwarder {
  readonly port: number;
  close(): void;
}

export async function forwardSocket(runFolder: string, socketName: string, port = 0): Promise<Forwarder> {
  // A socket's path may have 107 bytes at most, and a checkout may lie anywhere: the way through a descriptor is short.
  const folder = openSync(runFolder, 'r');
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    const upstream = connect(`/proc/self/fd/${folder}/${socketName}`);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      keep(one);
      one.pipe(other);
      one.once('error', () => other.destroy());
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      closeSync(folder);
    },
  };
}
