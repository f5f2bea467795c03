// The name of this chassis: drawn once, kept on disk for ever, so that a restarted node is the same chassis.

import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function systemId(etcDirectory: string): string {
  const path = join(etcDirectory, 'system-id.conf');
  try {
    const known = readFileSync(path, 'utf8').trim();
    if (known !== '') return known;
  } catch {
    // The first start on this node.
  }
  const id = randomUUID();
  mkdirSync(etcDirectory, { recursive: true });
  writeFileSync(`${path}.new`, `${id}\n`);
  renameSync(`${path}.new`, path);
  return id;
}
