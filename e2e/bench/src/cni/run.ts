// 200 pods plugged into one node by the real shim, daemon, controller and OVN, up to `ovn-installed`; beside it the usual way
// by commands, and the bare work. Everything runs in namespaces that end with this process, however it ends.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startIsolated } from '@kube-ovn/testkit/launch';
import type { BenchResult } from '../benches.ts';
import { compileNative } from '../compile-native.ts';
import { progress } from '../progress.ts';
import { run as runShim } from '../shim.ts';
import type { InsideSetup } from './setup.ts';

const LIMIT_MS = 8 * 60_000;

export async function run(): Promise<BenchResult> {
  const shim = await runShim();
  progress('the shim alone is measured');
  const folder = await mkdtemp(join(tmpdir(), 'kube-ovn-bench-'));
  try {
    const launcher = join(folder, 'launch-each');
    await compileNative(launcher);
    const setup: InsideSetup = { folder, launcher };
    const isolated = await startIsolated(join(import.meta.dirname, 'inside.ts'), setup);
    const limit = new AbortController();
    const tooLate = delay(LIMIT_MS, 'too late' as const, { signal: limit.signal }).catch(() => 'in time' as const);
    const outcome = await Promise.race([isolated.ended, tooLate]);
    limit.abort();
    await isolated.end();
    if (outcome !== 0) throw new Error(`the bench inside its namespaces ended: ${outcome}`);
    const { figures, floors } = JSON.parse(await readFile(join(folder, 'result.json'), 'utf8')) as BenchResult;
    return {
      figures: { ...figures, ...shim.figures },
      floors: { ...floors, ...shim.floors },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
