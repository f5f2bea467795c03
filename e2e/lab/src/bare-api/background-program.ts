// A program that runs beside this process and ends with it, however this process ends.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';

const LOG_LINES = 15;

export class BackgroundProgram {
  readonly name: string;
  readonly #log: string;
  readonly #child: ChildProcess;

  constructor(name: string, command: readonly string[], log: string) {
    this.name = name;
    this.#log = log;
    const file = openSync(log, 'a');
    this.#child = spawn('setpriv', ['--pdeathsig', 'KILL', ...command], { stdio: ['ignore', file, file] });
    closeSync(file);
  }

  /** Why it does not run any more, with the end of its log. */
  get ended(): string | undefined {
    const { exitCode, signalCode } = this.#child;
    if (exitCode === null && signalCode === null) return undefined;
    const lines = readFileSync(this.#log, 'utf8').trimEnd().split('\n').slice(-LOG_LINES);
    return `${this.name} ended (${signalCode ?? exitCode})\n  ${lines.join('\n  ')}`;
  }

  async kill(): Promise<void> {
    if (this.ended !== undefined) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exit;
  }
}
