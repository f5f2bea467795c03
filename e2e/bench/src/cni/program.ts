// One of our programs as its own process, with its log in the bench's folder. It ends with the bench.

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface ProgramSpec {
  readonly app: 'controller' | 'daemon';
  readonly netns?: string;
  readonly nodeFlags?: readonly string[];
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly log: string;
}

export class Program {
  readonly #child: ChildProcess;
  readonly #log: string;

  constructor({ app, netns, nodeFlags = [], flags, env, log }: ProgramSpec) {
    const script = fileURLToPath(new URL(`../../../../apps/${app}/dist/main.mjs`, import.meta.url));
    const output = openSync(log, 'a');
    // Both exec: the pid of the child stays that of the program.
    const inNamespace = netns === undefined ? [] : ['nsenter', `--net=${netns}`, '--'];
    const args = [...inNamespace, process.execPath, ...nodeFlags, script, ...flags];
    this.#child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', ...args], {
      env: { PATH: process.env.PATH ?? '', LOG_FORMAT: 'json', ...env },
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    this.#log = log;
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** Why waiting for it makes no sense. */
  hopeless(): string | undefined {
    if (this.#child.exitCode === null && this.#child.signalCode === null) return undefined;
    return `the program ended\n${readFileSync(this.#log, 'utf8').split('\n').slice(-20).join('\n')}`;
  }
}
