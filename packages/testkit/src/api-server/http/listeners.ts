// The sockets the server listens on: TCP addresses and unix sockets, all with the same handler.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface TcpAddress {
  readonly host: string;
  readonly port: number;
}

export type ListenAddress = TcpAddress | { readonly path: string };

export interface Listener {
  /** For TCP the address really bound, with the port chosen by the system. */
  readonly address: ListenAddress;
  close(): Promise<void>;
}

export async function listen(
  address: ListenAddress,
  handler: RequestListener,
  onConnection: (socket: Socket) => void,
): Promise<Listener> {
  // Nothing may end a connection but the client or a fault: clients of a test must not meet idle time-outs by chance.
  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 }, handler);
  server.on('connection', onConnection);
  await bound(server, address);
  const port = 'path' in address ? 0 : (server.address() as AddressInfo).port;
  return {
    address: 'path' in address ? address : { host: address.host, port },
    close: () => closed(server),
  };
}

function bound(server: Server, address: ListenAddress): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(address, () => {
    server.off('error', reject);
    resolve();
  });
  return promise;
}

function closed(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  return promise;
}
