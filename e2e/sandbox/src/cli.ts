// `npm run sandbox -- ...`: commands in the nodes and pods of a sandbox that runs, from another terminal.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { COLOURS, printError } from '@kube-ovn/testkit/launch';
import { Command } from 'commander';
import { ask } from './control/ask.ts';
import { chooseSandbox, type RunningSandbox } from './control/choose-sandbox.ts';
import { enterCommand, type Place } from './control/enter.ts';
import { findPlace } from './control/find-place.ts';
import type { Whereabouts } from './control/protocol.ts';
import { renderReport } from './report/render-report.ts';
import type { SandboxResult } from './report/result.ts';

const program = new Command('npm run sandbox --')
  .description('Looks into the running sandbox (npm start) and runs commands in its nodes and pods.')
  .option('--id <id>', 'which sandbox, if more than one runs')
  .enablePositionalOptions()
  .showHelpAfterError();

program
  .command('status')
  .description('asks once more who reaches whom')
  .action(async () => {
    const result = await ask<SandboxResult>(sandbox().path, '/status');
    console.log(renderReport(result, COLOURS));
    process.exitCode = result.ok ? 0 : 1;
  });

program
  .command('exec <place> <command...>')
  .description('runs a command in a node or in a pod (namespace/name, or only its name)')
  .passThroughOptions()
  .action((place: string, command: string[]) => runIn(place, command));

program
  .command('shell <place>')
  .description('opens a shell in a pod or node')
  .action((place: string) => runIn(place, ['/bin/sh', '-i']));

for (const [name, database, binary] of [
  ['nbctl', 'northbound', 'ovn-nbctl'],
  ['sbctl', 'southbound', 'ovn-sbctl'],
] as const) {
  program
    .command(`${name} [arguments...]`)
    .description(`${binary} on OVN ${database === 'northbound' ? 'Northbound' : 'Southbound'}`)
    .passThroughOptions()
    .allowUnknownOption()
    .action(async (args: string[]) => {
      const where = await ask<Whereabouts>(sandbox().path, '/whereabouts');
      await enter({ name: where.nodes[0]! }, [binary, `--db=${where[database]}`, ...args]);
    });
}

function sandbox(): RunningSandbox {
  return chooseSandbox(program.opts<{ id?: string }>().id);
}

async function runIn(name: string, command: readonly string[]): Promise<void> {
  const where = await ask<Whereabouts>(sandbox().path, '/whereabouts');
  await enter(findPlace(where, name), command);
}

async function enter(place: Place, command: readonly string[]): Promise<void> {
  const { file, args, env } = enterCommand(sandbox().init, place, command);
  // Ctrl-C is for the command; we only wait for its end.
  process.on('SIGINT', () => {});
  const child: ChildProcess = spawn(file, args, { env, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
}

try {
  await program.parseAsync(process.argv);
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
