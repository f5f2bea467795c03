// The unix socket of the CNI server: only root may use it, a leftover is no obstacle, and when the file vanishes it comes back.

import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { dirname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { DaemonLog } from '../observability.ts';

const LOOK_MS = 1_000;
const ONLY_OWNER = 0o600;

export interface CniSocket {
  close(): Promise<void>;
}

/** Requests in flight survive the making of a new socket file: only the listener is another one. */
export async function openCniSocket(app: FastifyInstance, path: string, log: DaemonLog): Promise<CniSocket> {
  await app.ready();
  let current = await listen(app, path);
  const timer = setInterval(() => {
    if (inode(path) === current.inode) return;
    log.warn('the CNI socket has vanished and is made again', { path });
    current.server.close();
    listen(app, path).then(
      (next) => {
        current = next;
      },
      (error) => log.error('the CNI socket cannot be made', { error }),
    );
  }, LOOK_MS);
  return {
    close: async () => {
      clearInterval(timer);
      const mine = inode(path) === current.inode;
      current.server.closeAllConnections();
      await new Promise((resolve) => current.server.close(resolve));
      if (mine) rmSync(path, { force: true });
      await app.close();
    },
  };
}

interface Listener {
  readonly server: Server;
  readonly inode: number | undefined;
}

function listen(app: FastifyInstance, path: string): Promise<Listener> {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  const server = createServer((request, response) => app.routing(request, response));
  // ADD may take as long as its own limits allow.
  server.requestTimeout = 0;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      chmodSync(path, ONLY_OWNER);
      resolve({ server, inode: inode(path) });
    });
  });
}

function inode(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
