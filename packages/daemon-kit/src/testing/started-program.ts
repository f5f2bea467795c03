// Runs a program as a child process and waits for what it logs. No sleeps: a wait ends with the line or with the process.

import { type ChildProcess, spawn } from 'node:child_process';

export interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

export interface Ending {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class StartedProgram {
  readonly #child: ChildProcess;
  readonly #waiters: (() => void)[] = [];
  readonly ended: Promise<Ending>;
  #stdout = '';
  #stderr = '';
  #isOver = false;

  constructor(file: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
    this.#child = spawn(process.execPath, [file, ...args], {
      env: { PATH: process.env.PATH, LOG_FORMAT: 'json', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout!.on('data', (chunk: Buffer) => {
      this.#stdout += chunk;
    });
    this.#child.stderr!.on('data', (chunk: Buffer) => {
      this.#stderr += chunk;
      this.#wake();
    });
    this.ended = new Promise((resolve) => {
      this.#child.once('close', (code) => {
        this.#isOver = true;
        this.#wake();
        resolve({ code, stdout: this.#stdout, stderr: this.#stderr });
      });
    });
  }

  get pid(): number {
    return this.#child.pid!;
  }

  get lines(): readonly LogLine[] {
    return this.#stderr
      .split('\n')
      .flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line)] : []));
  }

  kill(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): void {
    this.#child.kill(signal);
  }

  /** The reader of the log goes away, as when a container runtime restarts. */
  closeLog(): void {
    this.#child.stderr!.destroy();
  }

  async line(message: string): Promise<LogLine> {
    return this.#until(message, () => this.lines.find(({ msg }) => msg === message));
  }

  /** The words anywhere in the log, whatever its format. */
  async text(words: string): Promise<void> {
    await this.#until(words, () => this.#stderr.includes(words) || undefined);
  }

  async #until<T>(what: string, find: () => T | undefined): Promise<T> {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (this.#isOver) throw new Error(`the program ended without saying "${what}":\n${this.#stderr}`);
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
  }

  #wake(): void {
    for (const waiter of this.#waiters.splice(0)) waiter();
  }
}
