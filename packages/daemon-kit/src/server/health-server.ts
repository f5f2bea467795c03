// The metrics port: /metrics, /healthz, /livez, /readyz. Health answers also when metrics are off and needs no permission.

import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer, type ServerOptions as TlsOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { type Health, type HealthReport, healthText } from './health.ts';

export interface HealthServerOptions {
  readonly port: number;
  /** One address or several; port 0 with several gives each its own port. */
  readonly host?: string | readonly string[];
  readonly health: Health;
  /** Without a registry there is no /metrics. */
  readonly registry?: Registry;
  /** Makes it HTTPS. */
  readonly tls?: TlsOptions;
  /** Asked before /metrics and the paths of `extend`, not before health. */
  readonly authorise?: (request: FastifyRequest) => Promise<boolean>;
  /** Further routes, all guarded by `authorise`. */
  readonly extend?: (server: FastifyInstance) => void;
}

export interface HealthServer {
  readonly addresses: readonly AddressInfo[];
  readonly port: number;
  close(): Promise<void>;
}

export async function startHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  const app = await createApp(options);
  await app.ready();
  const servers: Server[] = [];
  try {
    for (const host of typeof options.host === 'string' ? [options.host] : (options.host ?? ['0.0.0.0'])) {
      servers.push(await listen(app.routing as RequestListener, host, options));
    }
  } catch (thrown) {
    await closeAll(app, servers);
    throw thrown;
  }
  const addresses = servers.map((server) => server.address() as AddressInfo);
  return { addresses, port: addresses[0]!.port, close: () => closeAll(app, servers) };
}

async function createApp({ health, registry, authorise, extend }: HealthServerOptions): Promise<FastifyInstance> {
  const { fastify } = await import('fastify');
  const app = fastify({ logger: false });
  addHealth(app, '/healthz', () => health.liveness());
  addHealth(app, '/livez', () => health.liveness());
  addHealth(app, '/readyz', () => health.readiness());
  app.register(async (guarded) => {
    if (authorise) {
      guarded.addHook('onRequest', async (request, reply) => {
        if (!(await authorise(request))) return reply.code(403).send('forbidden\n');
        return undefined;
      });
    }
    if (registry) {
      guarded.get('/metrics', async (_request, reply) =>
        reply.type(registry.contentType).send(await registry.metrics()),
      );
    }
    extend?.(guarded);
  });
  return app;
}

function addHealth(app: FastifyInstance, path: string, ask: () => HealthReport): void {
  app.get(path, async (request, reply) => {
    const report = ask();
    const verbose = 'verbose' in (request.query as object);
    return reply
      .code(report.ok ? 200 : 503)
      .type('text/plain; charset=utf-8')
      .send(healthText(path.slice(1), report, verbose));
  });
}

async function listen(routing: RequestListener, host: string, { tls, port }: HealthServerOptions): Promise<Server> {
  const server: Server = tls ? createSecureServer(tls, routing) : createServer(routing);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return server;
}

async function closeAll(app: FastifyInstance, servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map((server) => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    }),
  );
  await app.close();
}
