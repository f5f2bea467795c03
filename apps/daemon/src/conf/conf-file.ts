// Writes a configuration file so that a reader sees the old one or the new one, never a part, and leaves a right one alone.

import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CniConfOptions } from '../options.ts';

const MODE = 0o600;

/** True when something had to be written. */
export async function assertConfFile({ directory, name }: CniConfOptions, content: string): Promise<boolean> {
  const path = join(directory, name);
  const present = await readFile(path, 'utf8').catch(() => undefined);
  if (present === content) return assertMode(path);
  await mkdir(directory, { recursive: true });
  const temporary = `${path}.tmp.${process.pid}`;
  try {
    await writeFile(temporary, content, { mode: MODE });
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
  await removeStrays(directory, name);
  return true;
}

async function assertMode(path: string): Promise<boolean> {
  if (((await stat(path)).mode & 0o777) === MODE) return false;
  await chmod(path, MODE);
  return true;
}

/** Halves that a killed writer left. */
async function removeStrays(directory: string, name: string): Promise<void> {
  for (const file of await readdir(directory)) {
    if (file.startsWith(`${name}.tmp.`)) await rm(join(directory, file), { force: true });
  }
}
