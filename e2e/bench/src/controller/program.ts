// The controller under measurement: the real program, its CPU time and memory read from /proc.

import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS } from '@kube-ovn/controller/node-flags';
import { waitFor } from '@kube-ovn/testkit';

const PROGRAM = fileURLToPath(new URL('../../../../apps/controller/dist/main.mjs', import.meta.url));
/** getconf CLK_TCK, 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

export interface ProgramOptions {
  readonly kubeconfig: string;
  readonly northbound: readonly string[];
  readonly port: number;
  readonly log: string;
}

export class ControllerProgram {
  readonly #child: ChildProcess;
  readonly #port: number;

  constructor(options: ProgramOptions) {
    const { kubeconfig, northbound, port, log } = options;
    const flags = [`--kubeconfig=${kubeconfig}`, `--ovn-nb-addr=${northbound.join(',')}`, `--pprof-port=${port}`];
    const env = {
      PATH: process.env.PATH,
      POD_NAME: 'bench',
      POD_NAMESPACE: 'kube-system',
      POD_IPS: '127.0.0.1',
      ENABLE_BIND_LOCAL_IP: 'true',
    };
    const file = openSync(log, 'a');
    // For profiles: BENCH_NODE_FLAGS='--cpu-prof --cpu-prof-dir=...'.
    const nodeFlags = (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter(Boolean);
    this.#child = spawn(process.execPath, [...NODE_FLAGS, ...nodeFlags, PROGRAM, ...flags], {
      env,
      stdio: ['ignore', file, file],
    });
    this.#port = port;
  }

  /** Seconds until the program says that everything is compared and committed. */
  async ready(): Promise<number> {
    const began = performance.now();
    await waitFor('the controller is ready', () => this.#isReady(), { timeoutMs: 120_000 });
    return (performance.now() - began) / 1000;
  }

  /** User and system time so far, ms. */
  cpuMs(): number {
    const fields = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
  }

  rssMiB(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  term(): void {
    this.#child.kill('SIGTERM');
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGKILL');
    await ended;
  }

  async #isReady(): Promise<boolean> {
    if (this.#child.exitCode !== null) throw new Error(`the controller ended with code ${this.#child.exitCode}`);
    const answer = await fetch(`http://127.0.0.1:${this.#port}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.status === 200;
  }
}
