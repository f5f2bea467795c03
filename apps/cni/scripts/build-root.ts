// The build root: a Debian trixie tree with gcc and QuickJS, made from scripts/build-root-packages.txt of the repository, so
// that the binary is the same whatever the machine has. Here: find it and run a command inside.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const REPOSITORY = join(import.meta.dirname, '../../..');
const PACKAGES = join(REPOSITORY, 'scripts/build-root-packages.txt');

/** Where the tree is or would be; the name changes with the package list. */
export function buildRootPath(): string {
  const given = process.env.KUBE_OVN_BUILD_ROOT;
  if (given !== undefined && given !== '') return given;
  const hash = createHash('sha256').update(readFileSync(PACKAGES)).digest('hex').slice(0, 12);
  return join(REPOSITORY, '.cache', `buildroot-${hash}`);
}

export function hasBuildRoot(): boolean {
  return existsSync(join(buildRootPath(), 'usr/bin/qjsc'));
}

export function missingBuildRoot(): string {
  const packages = readFileSync(PACKAGES, 'utf8').trim().split('\n').join(',');
  return [
    `The build root ${buildRootPath()} is missing, so the CNI shim cannot be compiled.`,
    'Let `npm run build` in the repository make it, or make it by hand (about 20 s, as root):',
    `  mmdebstrap --mode=root --variant=minbase --include=${packages} trixie ${buildRootPath()}`,
    'or name an existing tree in KUBE_OVN_BUILD_ROOT.',
  ].join('\n');
}

/** Runs a shell script with `directory` (a path inside the root) as its working directory. */
export async function runInBuildRoot(directory: string, script: string): Promise<string> {
  const asRoot = process.getuid?.() === 0 ? [] : ['unshare', '--map-root-user'];
  const words = [...asRoot, 'chroot', buildRootPath(), '/bin/sh', '-ec', `cd "$0"; ${script}`, directory];
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
  const { stdout } = await promisify(execFile)(words[0]!, words.slice(1), { env });
  return stdout;
}
