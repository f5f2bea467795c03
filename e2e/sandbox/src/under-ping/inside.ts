// First process of the namespaces: brings a sandbox of two nodes up, then disturbs it under ping and tells what that cost.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COLOURS, createProgress } from '@kube-ovn/testkit/launch';
import { addressPlan } from '../network/address-plan.ts';
import { mountHome } from '../programs/mounts.ts';
import { HOME, RESULT_NAME } from '../programs/paths.ts';
import { startSandbox } from '../sandbox.ts';
import { runWorkloads } from '../workloads-running.ts';
import { disturbances } from './disturbances.ts';
import { pingPaths } from './paths.ts';
import { ready, restarts } from './restarts.ts';
import { isClean, type RoundResult, runRound } from './round.ts';
import type { UnderPingSetup } from './setup.ts';
import { untilQuiet } from './until-quiet.ts';
import { WriteCounter } from './write-counts.ts';

const NODES = 2;
const SHOWN_WRITES = 10;

async function main({ runFolder, what }: UnderPingSetup): Promise<number> {
  const plan = addressPlan('dual', NODES);
  await mountHome(runFolder);
  const progress = createProgress(process.stdout, COLOURS);
  const sandbox = await startSandbox(plan, progress);
  await runWorkloads(sandbox, progress);
  await ready(sandbox, sandbox.programs);
  const counter = await WriteCounter.start(sandbox);
  await progress.step('nobody writes any more', () => untilQuiet(counter));
  const paths = pingPaths(sandbox);
  const results: RoundResult[] = [];
  for (const disturbance of what === 'restarts' ? restarts(sandbox) : disturbances(sandbox)) {
    const result = await progress.step(disturbance.name, () => runRound(disturbance, paths, counter));
    console.log(describe(result, what));
    results.push(result);
  }
  writeFileSync(join(HOME, RESULT_NAME), `${JSON.stringify(results, undefined, 2)}\n`);
  await counter.close();
  if (what === 'disturbances') return 0;
  return results.every(isClean) ? 0 : 1;
}

function describe(result: RoundResult, what: UnderPingSetup['what']): string {
  const { sent, seconds, lost, writes } = result;
  const losses = Object.entries(lost).filter(([, count]) => count > 0);
  const lostText = losses.length === 0 ? 'none' : losses.map(([path, count]) => `${count} ${path}`).join('; ');
  const lines = [`    ${seconds.toFixed(1)} s; of ${sent} pings lost: ${lostText}; written: ${writes.length}`];
  if (what === 'restarts') lines.push(...writes.slice(0, SHOWN_WRITES).map((line) => `      ${line}`));
  return lines.join('\n');
}

// The kernel ends all other processes of these namespaces with the first one.
process.on('SIGTERM', () => process.exit(1));

main(JSON.parse(process.argv[2] ?? '{}') as UnderPingSetup).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
