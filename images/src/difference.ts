// The first file in which two folders differ: kind, mode, owner, time, content.

import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Resolves to a sentence about it, or undefined when they are equal. */
export function firstDifference(one: string, other: string, path = ''): string | undefined {
  const [a, b] = [facts(join(one, path)), facts(join(other, path))];
  for (const [name, value] of Object.entries(a)) {
    if (b[name] !== value) return `/${path}: ${name} ${value} and ${b[name] ?? 'none'}`;
  }
  if (a.kind !== 'directory') return undefined;
  const names = new Set([...readdirSync(join(one, path)), ...readdirSync(join(other, path))]);
  for (const name of [...names].sort()) {
    const found = firstDifference(one, other, join(path, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

function facts(path: string): Record<string, string> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return { kind: 'missing' };
  const common = { mode: found.mode.toString(8), owner: `${found.uid}:${found.gid}`, time: String(found.mtimeMs) };
  if (found.isDirectory()) return { kind: 'directory', ...common };
  if (found.isSymbolicLink()) return { kind: 'link', target: readlinkSync(path), ...common };
  const sum = createHash('sha256').update(readFileSync(path)).digest('hex');
  return { kind: 'file', size: String(found.size), ...common, 'SHA-256': sum };
}
