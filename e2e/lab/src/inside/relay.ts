// The API server for those outside: a unix socket in the run folder, which every namespace sees, is its address inside.

import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';

/** The path must be short (107 bytes): relative to the working folder. */
export async function startRelay(socketPath: string, host: string, port: number): Promise<void> {
  rmSync(socketPath, { force: true });
  const server = createServer((client) => {
    const upstream = connect({ host, port });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.pipe(other);
      one.once('error', () => other.destroy());
      one.once('close', () => other.destroy());
    }
  });
  server.listen(socketPath);
  await once(server, 'listening');
}
