// One daemon under supervision: started, awaited, started again when it ends, ended in good order, or let go because
// somebody else has taken it over.

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { MakeCommand } from './command.ts';
import { RestartDelay } from './restart-delay.ts';
import { unixctl } from './unixctl.ts';
import { until } from './until.ts';

export interface SupervisorLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface ProcessSpec {
  readonly name: string;
  readonly binary: string;
  /** Asked at every start. */
  readonly args: () => readonly string[];
  readonly command: MakeCommand;
  readonly log: SupervisorLog;
  /** Given to the daemon as --unixctl. */
  readonly controlSocket: string;
  /** Written once the daemon is ready. The daemon itself writes none: two generations may run side by side. */
  readonly pidFile?: string;
  /** A second name of the control socket, where tools look for it by the number in the pid file. */
  readonly socketAlias?: (pid: number) => string;
  /** Beyond an answer on the control socket. */
  readonly ready?: () => Promise<boolean>;
  readonly readyTimeoutMs?: number;
  /** Niceness; what the system does not allow is gone without. */
  readonly priority?: number;
  /** Where its log goes; default: our own standard error. */
  readonly logFile?: string;
  /** Before each start after the first. false: it is not ours to start any more. */
  readonly mayRestart?: () => boolean | Promise<boolean>;
}

const TERM_LIMIT_MS = 5_000;

export class ManagedProcess {
  readonly spec: ProcessSpec;
  readonly #delay = new RestartDelay();
  #child: ChildProcess | undefined;
  #startedAt = 0;
  #wanted = false;
  #retry: NodeJS.Timeout | undefined;
  #restarts = 0;
  #alias: string | undefined;

  constructor(spec: ProcessSpec) {
    this.spec = spec;
  }

  get running(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get pid(): number | undefined {
    return this.running ? this.#child?.pid : undefined;
  }

  /** Starts that were not asked for. */
  get restarts(): number {
    return this.#restarts;
  }

  /** Resolves when it is ready. From then on it is kept running; a first start that fails is not repeated. */
  async start(signal?: AbortSignal): Promise<void> {
    if (this.#wanted) return;
    this.#spawn();
    try {
      await this.#ready(signal);
    } catch (error) {
      await this.#end('SIGKILL');
      throw error;
    }
    this.#keep();
  }

  /** Spawns without waiting and without keeping it: for a successor that waits for its turn. Then `adopt`. */
  spawn(): void {
    this.#spawn();
  }

  /** Waits until a spawned process answers, though it may not be ready: it waits for its turn. */
  async answers(signal?: AbortSignal): Promise<void> {
    const hopeless = () => (this.running ? undefined : `${this.spec.name} has ended (${exitText(this.#child)})`);
    await until(`answer of ${this.spec.name}`, () => this.control('version'), { hopeless, signal });
  }

  /** Waits until a spawned process is ready and keeps it from then on. */
  async adopt(signal?: AbortSignal): Promise<void> {
    await this.#ready(signal);
    this.#keep();
  }

  /** Ends it: by the given control command, then SIGTERM, then SIGKILL. */
  async stop(exitArgs?: readonly string[], limitMs = TERM_LIMIT_MS): Promise<void> {
    this.letGo();
    if (!this.running) return;
    if (exitArgs) {
      await this.control('exit', ...exitArgs).catch(() => {});
      if (await this.#exited(limitMs)) return;
    }
    await this.#end('SIGTERM', limitMs);
  }

  async kill(): Promise<void> {
    this.letGo();
    await this.#end('SIGKILL');
  }

  async restart(signal?: AbortSignal): Promise<void> {
    await this.stop();
    await this.start(signal);
  }

  /** It is no longer ours to keep running. What runs goes on running. */
  letGo(): void {
    this.#wanted = false;
    clearTimeout(this.#retry);
  }

  control(command: string, ...args: string[]): Promise<string> {
    return unixctl(this.spec.controlSocket, command, args);
  }

  #spawn(): void {
    const { binary, args, command, controlSocket, logFile, priority } = this.spec;
    // A daemon that was killed leaves its socket behind, and nobody may take that for readiness.
    rmSync(controlSocket, { force: true });
    const { file, args: words, env } = command(binary, [...args(), `--unixctl=${controlSocket}`]);
    // Never a pipe: a daemon must not wait for us to read its log.
    const log = logFile === undefined ? 2 : openSync(logFile, 'a');
    this.#startedAt = performance.now();
    const child = spawn(file, words, { env, stdio: ['ignore', log, log] });
    if (logFile !== undefined) closeSync(log);
    this.#child = child;
    if (priority !== undefined && child.pid !== undefined) prefer(child.pid, priority);
    child.on('error', (error) => this.spec.log.error({ daemon: this.spec.name, err: error }, 'cannot be started'));
    child.on('exit', (code, signal) => this.#ended(child, code, signal));
  }

  async #ready(signal?: AbortSignal): Promise<void> {
    const { name, ready, readyTimeoutMs, log } = this.spec;
    const hopeless = () => (this.running ? undefined : `${name} has ended (${exitText(this.#child)})`);
    const options = { hopeless, timeoutMs: readyTimeoutMs, signal };
    await until(`answer of ${name}`, () => this.control('version'), options);
    if (ready) await until(`readiness of ${name}`, ready, options);
    this.#publish(this.pid!);
    log.info({ daemon: name, pid: this.pid, milliseconds: Math.round(performance.now() - this.#startedAt) }, 'runs');
  }

  #publish(pid: number): void {
    const { pidFile, socketAlias, controlSocket } = this.spec;
    if (socketAlias) {
      const alias = socketAlias(pid);
      if (this.#alias !== undefined && this.#alias !== alias) rmSync(this.#alias, { force: true });
      rmSync(alias, { force: true });
      symlinkSync(controlSocket, alias);
      this.#alias = alias;
    }
    if (pidFile !== undefined) writePidFile(pidFile, pid);
  }

  #keep(): void {
    this.#wanted = true;
    // It may have ended between its readiness and now.
    if (!this.running) this.#again();
  }

  #ended(child: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
    if (child !== this.#child || !this.#wanted) return;
    this.spec.log.warn({ daemon: this.spec.name, code, signal }, 'ended by itself');
    this.#again();
  }

  #again(): void {
    const delayMs = this.#delay.next(performance.now() - this.#startedAt);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#restartNow(), delayMs);
  }

  async #restartNow(): Promise<void> {
    const allowed = (await this.spec.mayRestart?.()) ?? true;
    if (!this.#wanted || this.running) return;
    if (!allowed) return this.letGo();
    this.#restarts++;
    this.#spawn();
    await this.#ready().catch((error: unknown) => {
      this.spec.log.warn({ daemon: this.spec.name, err: error }, 'is not ready');
    });
  }

  async #end(signal: NodeJS.Signals, limitMs = TERM_LIMIT_MS): Promise<void> {
    if (!this.running) return;
    this.#child?.kill(signal);
    if (await this.#exited(limitMs)) return;
    this.#child?.kill('SIGKILL');
    await this.#exited(limitMs);
  }

  async #exited(limitMs: number): Promise<boolean> {
    const child = this.#child;
    if (!child || !this.running) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), limitMs);
    child.once('exit', () => resolve(true));
    const gone = await promise;
    clearTimeout(timer);
    return gone;
  }
}

function prefer(pid: number, priority: number): void {
  try {
    setPriority(pid, priority);
  } catch {
    // It needs CAP_SYS_NICE.
  }
}

/** In one step: whoever reads it finds a whole number. */
function writePidFile(path: string, pid: number): void {
  writeFileSync(`${path}.new`, `${pid}\n`);
  renameSync(`${path}.new`, path);
}

function exitText(child: ChildProcess | undefined): string {
  if (child?.signalCode) return `signal ${child.signalCode}`;
  return child?.exitCode === null ? 'it cannot be executed' : `exit code ${child?.exitCode}; its log says why`;
}
