// One of our own long-running programs, as its own process in a node's network namespace, with its log in the run folder.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from '@kube-ovn/testkit/launch';
import { LOGS } from './paths.ts';
import { toolPath } from './tools.ts';

export interface ProgramSpec {
  /** Names the log. */
  readonly name: string;
  /** Script for Node. */
  readonly script: string;
  readonly args: readonly string[];
  readonly netns: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface BackgroundProgram {
  readonly name: string;
  readonly logFile: string;
  /** Resolves with the reason when it ends; it should not. */
  readonly ended: Promise<string>;
  logTail(lines?: number): string;
}

export function startProgram(spec: ProgramSpec): BackgroundProgram {
  if (!existsSync(spec.script)) {
    throw new PlainError(
      `${spec.script} is not there.`,
      'Run `npm run build`, or start by `npm start`, which does it.',
    );
  }
  const logFile = join(LOGS, `${spec.name}.log`);
  const log = openSync(logFile, 'a');
  const node = [process.execPath, '--enable-source-maps', spec.script, ...spec.args];
  const args = ['--pdeathsig', 'KILL', '--', 'nsenter', `--net=${spec.netns}`, '--', ...node];
  const env = { ...process.env, PATH: toolPath(), ...spec.env };
  const child = spawn('setpriv', args, { env, stdio: ['ignore', log, log] });
  return {
    name: spec.name,
    logFile,
    ended: endOf(child),
    logTail: (lines = 15) => readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n'),
  };
}

async function endOf(child: ChildProcess): Promise<string> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return signal ? `signal ${signal}` : `exit code ${code}`;
}
