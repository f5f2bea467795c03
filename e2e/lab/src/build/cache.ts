// What was built once: a folder or file whose name holds the hash of everything it was made from. It appears in one rename,
// so what is there is complete.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

export function keyOf(...parts: readonly (string | object)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(typeof part === 'string' ? part : JSON.stringify(part)).update('\0');
  return hash.digest('hex').slice(0, 12);
}

export function keyOfFiles(...paths: readonly string[]): string {
  return keyOf(...paths.map((path) => readFileSync(path, 'utf8')));
}

/** `make` fills the path it is given. */
export async function makeOnce(path: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.tmp`;
  rmSync(unfinished, { recursive: true, force: true });
  await make(unfinished);
  renameSync(unfinished, path);
}
