// Takes orders from commands outside: power of nodes. HTTP on a unix socket in the run folder.

import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { CONTROL_SOCKET } from '../paths.ts';
import { type ClusterPlan, largestPlan, type NodePlan } from '../plan/cluster-plan.ts';
import type { NodeRunner } from './node-runner.ts';

export type Order = 'start' | 'stop' | 'restart';

/** POST /nodes/NAME/ORDER; the answer comes when it is done. */
export async function startControlServer(plan: ClusterPlan, runner: NodeRunner): Promise<void> {
  const { nodeList } = largestPlan(plan);
  rmSync(CONTROL_SOCKET, { force: true });
  const server = createServer((request, response) => {
    const [, , name, order] = (request.url ?? '').split('/');
    const node = nodeList.find((candidate) => candidate.name === name);
    if (!node) return response.writeHead(404).end('there is no such node');
    return carryOut(runner, node, order as Order).then(
      () => response.end('done'),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(CONTROL_SOCKET);
  await once(server, 'listening');
}

async function carryOut(runner: NodeRunner, node: NodePlan, order: Order): Promise<void> {
  if (order !== 'start') await runner.stop(node);
  if (order !== 'stop') await runner.start(node);
}
