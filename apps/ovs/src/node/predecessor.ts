// A daemon that another supervisor has started and that still runs: found by its pid file, ended by its control socket or
// by its number, but only if that number is really such a daemon.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { unixctl, until } from '@kube-ovn/supervise';

export interface Predecessor {
  readonly pid: number;
  readonly controlSocket: string;
}

/** The programs are started by a loader in tests, so the command line is looked at and not the name of the process. */
export function findPredecessor(
  pidFile: string,
  binary: string,
  socketOf: (pid: number) => string,
): Predecessor | undefined {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8').trim());
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const isIt = words.some((word) => word === binary || word.endsWith(`/${binary}`));
    return pid > 1 && isIt ? { pid, controlSocket: socketOf(pid) } : undefined;
  } catch {
    return undefined;
  }
}

/** With its own goodbye; with a kill when it does not answer. */
export async function endPredecessor(
  { pid, controlSocket }: Predecessor,
  exitArgs: readonly string[] = [],
): Promise<void> {
  await unixctl(controlSocket, 'exit', exitArgs, 2_000).catch(() => signal(pid, 'SIGTERM'));
  await until(`the end of process ${pid}`, () => isGone(pid), { timeoutMs: 3_000, intervalMs: 1 }).catch(async () => {
    signal(pid, 'SIGKILL');
    await until(`the end of process ${pid}`, () => isGone(pid), { timeoutMs: 3_000, intervalMs: 1 });
  });
}

/** At once: the kernel closes what it held. */
export async function killPredecessor({ pid }: Predecessor): Promise<void> {
  signal(pid, 'SIGKILL');
  await until(`the end of process ${pid}`, () => isGone(pid), { timeoutMs: 3_000, intervalMs: 1 });
}

/** It answers nobody and writes nothing, and what is connected to it stays connected. */
export function freeze({ pid }: Predecessor): void {
  signal(pid, 'SIGSTOP');
}

export function thaw({ pid }: Pick<Predecessor, 'pid'>): void {
  signal(pid, 'SIGCONT');
}

export function isFrozen(pid: number): boolean {
  try {
    return /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

/**
 * A dead child of somebody else stays as a zombie until that one looks. Its first thread may be dead long before the last one,
 * and only then does the kernel close what they held: a tap that is still open would be refused to the successor.
 */
function isGone(pid: number): boolean {
  if (!existsSync(`/proc/${pid}`)) return true;
  try {
    const isDead = /^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return isDead && readdirSync(`/proc/${pid}/task`).length <= 1;
  } catch {
    return true;
  }
}
