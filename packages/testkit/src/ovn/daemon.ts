// One long-running process of the data plane: started, awaited, ended by its pid, started again with the same arguments.
// It dies with the process that started it, however that one ends.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dataPlaneCommand } from './data-plane-command.ts';
import { unixctl } from './unixctl.ts';
import { waitFor } from './wait-for.ts';

export interface DaemonSpec {
  /** Names the pid file, the log, the control socket. */
  readonly name: string;
  readonly binary: string;
  readonly args: readonly string[];
  readonly directory: string;
  readonly netns?: string;
  /** Beyond "answers on its control socket", which is always awaited. */
  readonly ready?: (daemon: Daemon) => Promise<boolean>;
}

const TERM_LIMIT_MS = 5_000;
const LOG_LINES = 30;

export class Daemon {
  readonly name: string;
  readonly pidFile: string;
  readonly logFile: string;
  readonly controlSocket: string;
  readonly #spec: DaemonSpec;
  #child: ChildProcess | undefined;

  constructor(spec: DaemonSpec) {
    this.name = spec.name;
    this.pidFile = join(spec.directory, `${spec.name}.pid`);
    this.logFile = join(spec.directory, `${spec.name}.log`);
    this.controlSocket = join(spec.directory, `${spec.name}.ctl`);
    this.#spec = spec;
  }

  get pid(): number | undefined {
    return this.running ? this.#child?.pid : undefined;
  }

  get running(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Resolves when the daemon is ready to be used; rejects with the end of its log. */
  async start(): Promise<void> {
    if (this.running) return;
    // A daemon that was killed leaves its socket behind, and nobody may take that for readiness.
    rmSync(this.controlSocket, { force: true });
    this.#spawn();
    const hopeless = () => (this.running ? undefined : `${this.name} ended (${this.#exitText()})`);
    try {
      await waitFor(`answer of ${this.name}`, () => this.appctl('version'), { hopeless });
      const { ready } = this.#spec;
      if (ready) await waitFor(`readiness of ${this.name}`, () => ready(this), { hopeless });
    } catch (cause) {
      await this.kill();
      throw new Error(`${this.name} did not start: ${messageOf(cause)}\n${this.logTail()}`, { cause });
    }
  }

  /** SIGTERM; SIGKILL when that is not enough. */
  async stop(): Promise<void> {
    if (!this.running) return;
    const timer = setTimeout(() => this.#child?.kill('SIGKILL'), TERM_LIMIT_MS);
    await this.#end('SIGTERM');
    clearTimeout(timer);
  }

  /** SIGKILL: no goodbye to peers, sockets and pid file stay behind. */
  async kill(): Promise<void> {
    if (this.running) await this.#end('SIGKILL');
  }

  /** Stops (unless already dead) and starts with the same arguments. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  appctl(command: string, ...args: string[]): Promise<string> {
    return unixctl(this.controlSocket, command, args);
  }

  logTail(lines = LOG_LINES): string {
    if (!existsSync(this.logFile)) return '';
    return readFileSync(this.logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  }

  #spawn(): void {
    const { binary, args, directory, netns } = this.#spec;
    const files = [`--pidfile=${this.pidFile}`, `--unixctl=${this.controlSocket}`];
    const command = dataPlaneCommand(binary, [...args, ...files, '-vsyslog:off'], { directory, netns });
    // One log for what the daemon logs and what the loader or a crash says.
    const log = openSync(this.logFile, 'a');
    const guarded = ['--pdeathsig', 'KILL', '--', command.file, ...command.args];
    this.#child = spawn('setpriv', guarded, { env: command.env, cwd: directory, stdio: ['ignore', log, log] });
    closeSync(log);
    this.#child.on('error', () => {});
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  #exitText(): string {
    if (!this.#child) return 'never started';
    return this.#child.signalCode ? `signal ${this.#child.signalCode}` : `exit code ${this.#child.exitCode}`;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
