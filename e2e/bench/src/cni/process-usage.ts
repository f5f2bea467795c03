// Memory and processor time of a process, from /proc.

import { readdirSync, readFileSync } from 'node:fs';

export function rssMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Of all its threads, in ms. Finer than the ticks of /proc/PID/stat, which an idle process hardly reaches. */
export function cpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + runTimeMs(`/proc/${pid}/task/${thread}/schedstat`), 0);
}

function runTimeMs(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    // A thread that has ended meanwhile.
    return 0;
  }
}

/** Sums the processor time of a process over several stretches. */
export class CpuMeter {
  readonly #pid: number;
  #startedAt = 0;
  totalMs = 0;

  constructor(pid: number) {
    this.#pid = pid;
  }

  start(): void {
    this.#startedAt = cpuMs(this.#pid);
  }

  stop(): void {
    this.totalMs += cpuMs(this.#pid) - this.#startedAt;
  }
}
