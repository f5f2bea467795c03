// The program's own prom-client registry, with the process's default metrics (CPU, memory, event loop, garbage collection).

import type { Registry } from 'prom-client';

export async function createRegistry(): Promise<Registry> {
  const { collectDefaultMetrics, Registry } = (await import('prom-client')).default;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
