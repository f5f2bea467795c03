// A TCP port that was free a moment ago. Servers of OVN cannot tell which port the kernel chose, and must keep it over a restart.

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

// Inside a fresh network namespace every port is free; only neighbours of the same harness may not collide.
let nextPort = 16_640;

export async function freeTcpPort(host: string, netns?: string): Promise<number> {
  if (netns) return nextPort++;
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
