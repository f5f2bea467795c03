// Waits until nobody writes to the API any more, leases aside: the statuses of subnets follow their creation with a delay.

import { setTimeout as delay } from 'node:timers/promises';
import type { ApiServer } from '@kube-ovn/testkit';

const QUIET_MS = 5_000;

export async function untilQuiet(api: ApiServer): Promise<void> {
  let before = -1;
  for (;;) {
    const written = api.writes.total() - api.writes.total({ resource: 'leases.coordination.k8s.io' });
    if (written === before) return;
    before = written;
    await delay(QUIET_MS);
  }
}
