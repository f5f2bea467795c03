// Waits for the cluster; what it still lacks is what an error shows when the time is over.

import { setTimeout as delay } from 'node:timers/promises';
import { PlainError } from '@kube-ovn/testkit/launch';

const INTERVAL_MS = 200;

/** `missing` says what is not there yet, or nothing when all is. Failures of its calls count as not yet. */
export async function waitUntil(
  what: string,
  missing: () => Promise<string | undefined>,
  limitMs: number,
  advice = 'See `npm run lab -- status` and `npm run lab -- logs`.',
): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const lack = await missing().catch((error: unknown) => String(error));
    if (lack === undefined) return;
    if (performance.now() > deadline) {
      throw new PlainError(`${what}: not within ${Math.round(limitMs / 1000)} s.`, advice, lack);
    }
    await delay(INTERVAL_MS);
  }
}
