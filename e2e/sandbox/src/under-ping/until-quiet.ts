// Waits until nobody has written anything for a while: statuses follow the pods with a delay.

import { setTimeout as delay } from 'node:timers/promises';
import type { WriteCounter } from './write-counts.ts';

const QUIET_MS = 2_500;
const LIMIT_MS = 30_000;

export async function untilQuiet(counter: WriteCounter): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    await counter.reset();
    await delay(QUIET_MS);
    const { writes } = await counter.counts();
    if (writes.length === 0) return;
    if (performance.now() > deadline) throw new Error(`writes without end:\n${writes.slice(0, 20).join('\n')}`);
  }
}
