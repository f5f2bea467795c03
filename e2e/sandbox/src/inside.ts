// First process of the sandbox's namespaces: brings everything up, prints the table, then stays until it is ended.
// Whatever it starts ends with it.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COLOURS, createProgress, PlainError, printError } from '@kube-ovn/testkit/launch';
import { startControlServer } from './control/control-server.ts';
import { inspect } from './inspect.ts';
import { addressPlan } from './network/address-plan.ts';
import { mountHome } from './programs/mounts.ts';
import { HOME, RESULT_NAME } from './programs/paths.ts';
import { renderHints } from './report/hints.ts';
import { renderReport } from './report/render-report.ts';
import type { SandboxResult } from './report/result.ts';
import { startSandbox } from './sandbox.ts';
import type { InsideSetup } from './setup.ts';
import { runWorkloads } from './workloads-running.ts';

async function main(setup: InsideSetup): Promise<number> {
  const secondsSince = () => Math.round(performance.timeOrigin + performance.now() - setup.startedAt) / 1000;
  const plan = addressPlan(setup.stack, setup.nodes);
  console.log(COLOURS.bold(`Sandbox: ${plan.nodes.length} nodes, ${plan.cidrs.pods}`));
  await mountHome(setup.runFolder);
  const progress = createProgress(process.stdout, COLOURS);
  const sandbox = await startSandbox(plan, progress);
  let seconds: SandboxResult['seconds'] = { setUp: secondsSince(), toReady: 0 };
  const look = () => inspect(sandbox, seconds);
  await startControlServer(sandbox, look);
  await runWorkloads(sandbox, progress);
  seconds = { ...seconds, toReady: secondsSince() };
  const result = await progress.step('who reaches whom', look);
  writeFileSync(join(HOME, RESULT_NAME), `${JSON.stringify(result, undefined, 2)}\n`);
  console.log(`\n${renderReport(result, COLOURS)}`);
  for (const plugin of sandbox.kubelets.skippedPlugins()) {
    console.log(COLOURS.dim(`The plugin "${plugin}" of the CNI configuration is not installed and was skipped.`));
  }
  if (setup.once) return result.ok ? 0 : 1;
  const { kubeconfig } = setup;
  console.log(`\n${renderHints({ kubeconfig, logs: join(kubeconfig, '../log'), colours: COLOURS })}`);
  for (const { name, ended } of sandbox.programs) {
    void ended.then((reason) => console.error(COLOURS.red(`${name} has ended (${reason}).`)));
  }
  return new Promise(() => {});
}

function asPlainError(error: unknown): PlainError {
  if (error instanceof PlainError) return error;
  const [sentence = '', ...detail] = (error instanceof Error ? error.message : String(error)).split('\n');
  const stack = error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line)) : [];
  const advice = 'Look into the logs; if they do not tell, this is a defect of the sandbox.';
  return new PlainError(`the sandbox did not start: ${sentence}`, advice, [...stack, ...detail].join('\n'), error);
}

// The kernel ends all other processes of these namespaces with the first one.
process.on('SIGTERM', () => process.exit(0));

main(JSON.parse(process.argv[2] ?? '{}') as InsideSetup).then(
  (code) => process.exit(code),
  (error: unknown) => {
    printError(asPlainError(error));
    process.exit(1);
  },
);
