// Answers the second command (cli.ts): where pods are, and another look at who reaches whom. HTTP on a unix socket.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { HOME } from '../programs/paths.ts';
import type { SandboxResult } from '../report/result.ts';
import type { Sandbox } from '../sandbox.ts';
import { CONTROL_SOCKET_NAME, type Whereabouts } from './protocol.ts';

export async function startControlServer(sandbox: Sandbox, look: () => Promise<SandboxResult>): Promise<void> {
  const server = createServer((request, response) => {
    const answer = request.url === '/status' ? look() : Promise.resolve(whereabouts(sandbox));
    answer.then(
      (value) => response.end(JSON.stringify(value)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(join(HOME, CONTROL_SOCKET_NAME));
  await once(server, 'listening');
}

function whereabouts({ plan, kubelets, central }: Sandbox): Whereabouts {
  return {
    nodes: plan.nodes.map(({ name }) => name),
    pods: Object.fromEntries(kubelets.namespaces),
    northbound: central.nb.endpoint,
    southbound: central.sb.endpoint,
  };
}
