// Processes of the data plane, by their pid files: they end with their pod, or else they are ended here.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const OURS = /^(ovs|ovn|ovsdb)-/;
const PERIOD_MS = 250;
const GRACE_MS = 5_000;

/** Names of those that had to be ended. */
export async function endPrograms(runFolders: readonly string[], waitMs: number): Promise<string[]> {
  if (await allGone(runFolders, waitMs)) return [];
  const late = await running(runFolders);
  for (const { pid } of late) signal(pid, 'SIGTERM');
  if (!(await allGone(runFolders, GRACE_MS))) {
    for (const { pid } of await running(runFolders)) signal(pid, 'SIGKILL');
    await allGone(runFolders, GRACE_MS);
  }
  return late.map(({ name }) => name);
}

async function allGone(runFolders: readonly string[], waitMs: number): Promise<boolean> {
  const end = performance.now() + waitMs;
  while ((await running(runFolders)).length > 0) {
    if (performance.now() >= end) return false;
    await sleep(PERIOD_MS);
  }
  return true;
}

async function running(runFolders: readonly string[]): Promise<{ readonly pid: number; readonly name: string }[]> {
  const files = await Promise.all(runFolders.map(pidFiles));
  const found = await Promise.all(
    files.flat().map(async (file) => {
      const pid = Number((await readFile(file, 'utf8').catch(() => '')).trim());
      // A pid file outlives its process, and the number may have a new owner.
      const name = pid > 1 ? (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim() : '';
      return OURS.test(name) ? [{ pid, name }] : [];
    }),
  );
  return found.flat();
}

async function pidFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.pid')).map((name) => join(folder, name));
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}
