// Tells whether a process noted earlier still lives: pids are reused, a pid with its start time is not.

import { readFileSync } from 'node:fs';

export interface ProcessIdentity {
  readonly pid: number;
  /** Ticks since boot, field 22 of /proc/PID/stat. */
  readonly startTime: string;
}

export function identify(pid: number): ProcessIdentity | undefined {
  const startTime = startTimeOf(pid);
  return startTime === undefined ? undefined : { pid, startTime };
}

export function isAlive({ pid, startTime }: ProcessIdentity): boolean {
  return startTimeOf(pid) === startTime;
}

/** Pids of the direct children. */
export function childrenOf(pid: number): number[] {
  const text = readText(`/proc/${pid}/task/${pid}/children`) ?? '';
  return text.split(' ').filter(Boolean).map(Number);
}

function startTimeOf(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  // The second field is the command, which may hold blanks and brackets; a zombie counts as ended.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields === undefined || fields[0] === 'Z' ? undefined : fields[19];
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
