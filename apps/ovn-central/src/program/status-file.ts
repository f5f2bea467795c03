// What the probes of the kubelet read: a small file that the supervisor renews as long as it turns.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface StatusReport {
  /** Epoch ms. */
  readonly at: number;
  readonly notReady?: string;
}

/** A supervisor that has not turned for so long is stuck. */
const STALE_MS = 60_000;
const EVERY_MS = 1_000;

const pathIn = (runDirectory: string) => join(runDirectory, 'ovn-central.status.json');

export function keepStatusFile(runDirectory: string, notReady: () => string | undefined): () => void {
  const path = pathIn(runDirectory);
  const write = () => {
    const report: StatusReport = { at: Date.now(), notReady: notReady() };
    writeFileSync(`${path}.new`, JSON.stringify(report));
    renameSync(`${path}.new`, path);
  };
  mkdirSync(runDirectory, { recursive: true });
  write();
  const timer = setInterval(write, EVERY_MS);
  return () => clearInterval(timer);
}

/** The fault, or undefined. `live`: only what a restart can heal. */
export function readStatusFile(runDirectory: string, live: boolean, now = Date.now()): string | undefined {
  let report: StatusReport;
  try {
    report = JSON.parse(readFileSync(pathIn(runDirectory), 'utf8')) as StatusReport;
  } catch (error) {
    return `no status: ${(error as Error).message}`;
  }
  if (now - report.at > STALE_MS) return `the supervisor has been silent for ${Math.round((now - report.at) / 1000)} s`;
  return live ? undefined : report.notReady;
}
