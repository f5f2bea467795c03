// The program's own prom-client registry, with the process's default metrics (CPU, memory, event loop, garbage collection).

import type { Registry } from 'prom-client';

/** ms between two looks at the event loop. The default of 10 would be half of what an idle daemon costs. */
const LOOP_LOOK_MS = 500;

export async function createRegistry(): Promise<Registry> {
  const { collectDefaultMetrics, Registry } = (await import('prom-client')).default;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_LOOK_MS });
  return registry;
}
