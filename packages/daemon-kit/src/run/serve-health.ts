// The metrics port as a part of a program.

import { type HealthServer, type HealthServerOptions, startHealthServer } from '../server/health-server.ts';
import { listenAddresses } from '../server/listen-addresses.ts';
import type { ProgramContext } from './program-context.ts';

export interface ServeHealthOptions extends Omit<HealthServerOptions, 'health' | 'registry'> {
  /** false: health only. */
  readonly metrics: boolean;
}

/** Adds the server first in the lifecycle, so that health answers while the other parts start; readiness waits for them. */
export function serveHealth<Config>(context: ProgramContext<Config>, options: ServeHealthOptions): void {
  const { health, lifecycle, log, metrics, env } = context;
  const { metrics: withMetrics, ...serverOptions } = options;
  let server: HealthServer | undefined;
  lifecycle.add({
    name: 'health server',
    start: async () => {
      server = await startHealthServer({
        host: listenAddresses(env),
        ...serverOptions,
        health,
        registry: withMetrics ? metrics : undefined,
      });
      log.info({ addresses: server.addresses }, 'health server listens');
    },
    stop: () => server?.close(),
  });
}
