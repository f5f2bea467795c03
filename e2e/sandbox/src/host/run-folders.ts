// The folders of all sandboxes of this checkout, one per sandbox: everything that a sandbox leaves on disk lies in its own.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, type ProcessIdentity } from '@kube-ovn/testkit/launch';

const SANDBOXES = join(import.meta.dirname, '../../../../.cache/sandbox');

/** What a second command needs to find its way into a running sandbox. */
export interface RunRecord {
  readonly id: string;
  readonly launcher: ProcessIdentity;
  /** First process of the namespaces; absent until there is one. */
  readonly init?: ProcessIdentity;
}

export interface RunFolder {
  readonly id: string;
  readonly path: string;
  readonly record: RunRecord | undefined;
}

export function createRunFolder(launcher: ProcessIdentity): RunFolder {
  const id = String(launcher.pid);
  const path = join(SANDBOXES, id);
  mkdirSync(path, { recursive: true });
  const record = { id, launcher };
  writeRecord(path, record);
  return { id, path, record };
}

export function writeRecord(path: string, record: RunRecord): void {
  writeFileSync(join(path, 'sandbox.json'), `${JSON.stringify(record, undefined, 2)}\n`);
}

export function runningSandboxes(): RunFolder[] {
  return allFolders().filter(isRunning);
}

/** Folders whose launcher is gone. */
export function leftovers(): RunFolder[] {
  return allFolders().filter((folder) => !isRunning(folder));
}

export function removeRunFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

function isRunning({ record }: RunFolder): boolean {
  return record !== undefined && isAlive(record.launcher);
}

function allFolders(): RunFolder[] {
  if (!existsSync(SANDBOXES)) return [];
  return readdirSync(SANDBOXES).map((id) => {
    const path = join(SANDBOXES, id);
    return { id, path, record: readRecord(path) };
  });
}

function readRecord(path: string): RunRecord | undefined {
  try {
    return JSON.parse(readFileSync(join(path, 'sandbox.json'), 'utf8')) as RunRecord;
  } catch {
    return undefined;
  }
}
