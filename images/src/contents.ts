// What an image holds, from what it is made of: the lock of its Debian packages, the native npm packages, the npm packages that
// esbuild took into its bundles, and what is linked into the CNI plugin.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Architecture, parseLock } from './debian-lock.ts';
import { nativePackages, readLock } from './native-packages.ts';
import type { NpmPackage } from './npm-package.ts';
import { IMAGES, ROOT } from './paths.ts';
import { debianPackage, npmPackage, type Package, staticPackage } from './spdx.ts';
import { shimFile } from './stage.ts';

export function contentsOf(name: string, architecture: Architecture): Package[] {
  const containerfile = readFileSync(join(IMAGES, name, 'Containerfile'), 'utf8');
  const debian = parseLock(readFileSync(join(IMAGES, name, 'debian.lock'), 'utf8'));
  return [
    ...debian.filter((one) => one.architecture === architecture).map(debianPackage),
    ...npmPackages(containerfile, architecture).map(npmPackage),
    ...(containerfile.includes('/kube-ovn images/') ? linkedIntoShim(architecture) : []),
  ];
}

function npmPackages(containerfile: string, architecture: Architecture): NpmPackage[] {
  const bundles = [...containerfile.matchAll(/^COPY .*?(apps\/\S+\.mjs) /gm)].map(([, path]) => path!);
  const lock = readLock();
  const bundled = bundles.flatMap((bundle) => readJson<string[]>(`${bundle}.packages.json`).map(lock));
  const all = [...Object.values(nativePackages(architecture)), ...bundled];
  return [...new Map(all.map((one) => [`${one.name}@${one.version}`, one])).values()];
}

function linkedIntoShim(architecture: Architecture): Package[] {
  const file = `${shimFile(architecture)}.packages.json`;
  const linked = JSON.parse(readFileSync(file, 'utf8')) as { name: string; version: string; license: string }[];
  return linked.map(staticPackage);
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T;
}
