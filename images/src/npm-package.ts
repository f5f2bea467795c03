// A package of the npm registry, held against its integrity and unpacked once.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from './paths.ts';
import { run } from './run.ts';

export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  /** sha512-... of its archive */
  readonly integrity: string;
  readonly license: string;
}

/** Resolves to the folder with its content. */
export function fetchPackage({ name, version, integrity }: NpmPackage): string {
  const folder = join(CACHE, 'npm', `${name.replaceAll('/', '-')}-${version}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}.tmp`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const specifier = `${name}@${version}`;
  const archive = join(unfinished, run('npm', ['pack', '--silent', specifier], { cwd: unfinished }).trim());
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (found !== integrity) throw new Error(`${specifier} is not what it was: ${found} in place of ${integrity}`);
  run('tar', ['-xzf', archive, '-C', unfinished]);
  renameSync(join(unfinished, 'package'), folder);
  rmSync(unfinished, { recursive: true });
  return folder;
}
