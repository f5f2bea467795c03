// What is written down about the lab of this checkout, so that any later command finds it, and can clear it away.

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, PlainError, type ProcessIdentity } from '@kube-ovn/testkit/launch';
import type { LabOptions } from '../options.ts';
import { RUN } from '../paths.ts';

export interface LabRecord {
  readonly options: LabOptions;
  /** Kernel settings of the machine that Kubernetes changes, as they were. */
  readonly sysctls: Readonly<Record<string, string>>;
  /** Our images on the nodes: name -> archive. */
  readonly images: Readonly<Record<string, string>>;
  /** Owns everything: the lab ends with it. Absent until it has started. */
  readonly keeper?: ProcessIdentity;
  /** First process of the outer namespaces. */
  readonly init?: ProcessIdentity;
  /** `up` has come to its end. */
  readonly ready: boolean;
}

export interface RunningLab extends LabRecord {
  readonly keeper: ProcessIdentity;
  readonly init: ProcessIdentity;
}

const FILE = join(RUN, 'lab.json');

export function readRecord(): LabRecord | undefined {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as LabRecord;
  } catch {
    return undefined;
  }
}

export function writeRecord(record: LabRecord): void {
  writeFileSync(`${FILE}.new`, `${JSON.stringify(record, undefined, 2)}\n`);
  renameSync(`${FILE}.new`, FILE);
}

export function isRunning(record: LabRecord | undefined): record is RunningLab {
  return record?.keeper !== undefined && record.init !== undefined && isAlive(record.keeper) && isAlive(record.init);
}

export function requireLab(): RunningLab {
  const record = readRecord();
  if (isRunning(record)) return record;
  throw new PlainError('no lab of this checkout runs.', 'Start one: npm run lab -- up');
}
