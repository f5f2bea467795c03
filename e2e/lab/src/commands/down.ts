// `down`: ends the lab and takes back what it did to the machine. Also clears away what a killed `up` left.

import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, type ProcessIdentity } from '@kube-ovn/testkit/launch';
import { LAB_CGROUP, removeCgroup } from '../node/cgroups.ts';
import { restoreSysctls } from '../outside/sysctls.ts';
import { RUN } from '../paths.ts';
import { readRecord } from '../state/lab-record.ts';

const PATIENCE_MS = 5_000;

export async function down(): Promise<void> {
  const record = readRecord();
  // The kernel ends the inside with either of them.
  for (const process of [record?.keeper, record?.init]) if (process) await end(process);
  await removeCgroup(LAB_CGROUP);
  if (record) restoreSysctls(record.sysctls);
  rmSync(RUN, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

async function end(identity: ProcessIdentity): Promise<void> {
  if (!isAlive(identity)) return;
  process.kill(identity.pid, 'SIGTERM');
  const deadline = performance.now() + PATIENCE_MS;
  while (isAlive(identity)) {
    if (performance.now() > deadline) process.kill(identity.pid, 'SIGKILL');
    await delay(10);
  }
}
