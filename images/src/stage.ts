// node images/src/stage.ts [arm64]: puts what depends on the processor where the Containerfiles copy it from.

import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Architecture, isArchitecture } from './debian-lock.ts';
import { nativePackages, npmName } from './native-packages.ts';
import { fetchPackage } from './npm-package.ts';
import { NATIVE, ROOT } from './paths.ts';

const KOFFI_FILES = ['package.json', 'index.js', 'src/koffi/index.js', 'src/koffi/src/static.js', 'LICENSE.txt'];

export function hostArchitecture(): Architecture {
  const name = process.arch === 'x64' ? 'amd64' : process.arch;
  if (isArchitecture(name)) return name;
  throw new Error(`there are no images for this processor (${name})`);
}

/** Files that are as they should be keep their times, for builders that look at those. */
export function stage(architecture: Architecture): void {
  const packages = nativePackages(architecture);
  const shim = shimFile(architecture);
  const target = join(NATIVE, architecture);
  const stamp = createHash('sha256').update(JSON.stringify(packages)).update(readFileSync(shim)).digest('hex');
  const stampFile = `${target}.stamp`;
  if (existsSync(target) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  rmSync(stampFile, { force: true });
  rmSync(target, { recursive: true, force: true });
  place(fetchPackage(packages.node), ['bin/node'], dirname(target), `${architecture}/node`);
  place(fetchPackage(packages.koffi), KOFFI_FILES, join(target, 'node_modules/koffi'));
  const short = npmName(architecture);
  const binary = ['package.json', 'index.js', `linux_${short}/koffi.node`];
  place(fetchPackage(packages.koffiBinary), binary, join(target, 'node_modules', packages.koffiBinary.name));
  copyFileSync(shim, join(target, 'kube-ovn'));
  writeFileSync(stampFile, stamp);
}

function place(from: string, files: readonly string[], to: string, as?: string): void {
  for (const file of files) {
    const path = join(to, as ?? file);
    mkdirSync(dirname(path), { recursive: true });
    cpSync(join(from, file), path);
  }
}

export function shimFile(architecture: Architecture): string {
  const own = architecture === hostArchitecture();
  const file = join(ROOT, 'apps/cni/dist', own ? 'kube-ovn' : `kube-ovn-${architecture}`);
  if (existsSync(file)) return file;
  const how = own ? 'npm run build' : `npm run images -- --arch ${architecture}`;
  throw new Error(`the CNI plugin is not built for ${architecture}: ${how}`);
}

if (import.meta.main) {
  const wanted = process.argv[2];
  stage(isArchitecture(wanted) ? wanted : hostArchitecture());
}
