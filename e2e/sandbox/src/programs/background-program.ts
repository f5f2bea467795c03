// One of our own long-running programs, as its own process in a node's network namespace, with its log in the run folder.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
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
  /** Flags of Node itself. */
  readonly nodeFlags?: readonly string[];
  readonly netns: string;
  readonly env?: Readonly<Record<string, string>>;
}

export class BackgroundProgram {
  readonly name: string;
  readonly logFile: string;
  readonly #spec: ProgramSpec;
  #child: ChildProcess;
  #ended: Promise<string>;

  constructor(spec: ProgramSpec) {
    this.name = spec.name;
    this.logFile = join(LOGS, `${spec.name}.log`);
    this.#spec = spec;
    this.#child = spawnProgram(spec, this.logFile);
    this.#ended = endOf(this.#child);
  }

  /** Resolves with the reason when it ends; it should not. */
  get ended(): Promise<string> {
    return this.#ended;
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  logTail(lines = 15): string {
    return readFileSync(this.logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  }

  /** SIGKILL. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** Again, with the same arguments, after it has ended. */
  start(): void {
    this.#child = spawnProgram(this.#spec, this.logFile);
    this.#ended = endOf(this.#child);
  }
}

export function startProgram(spec: ProgramSpec): BackgroundProgram {
  if (!existsSync(spec.script)) {
    throw new PlainError(
      `${spec.script} is not there.`,
      'Run `npm run build`, or start by `npm start`, which does it.',
    );
  }
  return new BackgroundProgram(spec);
}

function spawnProgram(spec: ProgramSpec, logFile: string): ChildProcess {
  const log = openSync(logFile, 'a');
  const node = [process.execPath, '--enable-source-maps', ...(spec.nodeFlags ?? []), spec.script, ...spec.args];
  const args = ['--pdeathsig', 'KILL', '--', 'nsenter', `--net=${spec.netns}`, '--', ...node];
  const env = { ...process.env, PATH: toolPath(), ...spec.env };
  const child = spawn('setpriv', args, { env, stdio: ['ignore', log, log] });
  closeSync(log);
  return child;
}

async function endOf(child: ChildProcess): Promise<string> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return signal ? `signal ${signal}` : `exit code ${code}`;
}
