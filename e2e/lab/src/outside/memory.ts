// Memory of a lab: all of its processes, whatever program they run.

import { readFileSync } from 'node:fs';
import { childrenOf } from '@kube-ovn/testkit/launch';
import type { RunningLab } from '../state/lab-record.ts';

export interface LabMemory {
  /** Pages that several processes share are counted once. */
  readonly ownBytes: number;
  /** They are counted for each process. */
  readonly sumBytes: number;
}

export function memoryOf({ keeper }: RunningLab): LabMemory {
  const total = { ownBytes: 0, sumBytes: 0 };
  for (const pid of family(keeper.pid)) {
    const { own = 0, sum = 0 } = readRollup(pid);
    total.ownBytes += own * 1024;
    total.sumBytes += sum * 1024;
  }
  return total;
}

function family(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(family)];
}

function readRollup(pid: number): { own?: number; sum?: number } {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
    return { own: number('Pss'), sum: number('Rss') };
  } catch {
    // It has ended meanwhile.
    return {};
  }
}
