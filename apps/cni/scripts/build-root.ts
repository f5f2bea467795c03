// The build root: a Debian trixie tree with gcc and QuickJS, made from scripts/build-root-packages.txt of the repository, so
// that the binary is the same whatever the machine has. Here: find it and make a file inside.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const REPOSITORY = join(import.meta.dirname, '../../..');
const PACKAGES = join(REPOSITORY, 'scripts/build-root-packages.txt');
const CROSS_PACKAGES = join(REPOSITORY, 'scripts/cross-root-packages.txt');

/** Where the tree is or would be; the name changes with the package list. */
export function buildRootPath(): string {
  const given = process.env.KUBE_OVN_BUILD_ROOT;
  if (given !== undefined && given !== '') return given;
  return cachedTree('buildroot', PACKAGES);
}

/** The tree that compiles for arm64 on amd64; `npm run images -- --arch arm64` makes it. */
export function crossRootPath(): string {
  return cachedTree('crossroot', CROSS_PACKAGES);
}

function cachedTree(prefix: string, list: string): string {
  const hash = createHash('sha256').update(readFileSync(list)).digest('hex').slice(0, 12);
  return join(REPOSITORY, '.cache', `${prefix}-${hash}`);
}

/** Version of a package that the tree has. */
export function versionIn(root: string, name: string): string | undefined {
  const stanzas = readFileSync(join(root, 'var/lib/dpkg/status'), 'utf8').split('\n\n');
  const stanza = stanzas.find((one) => one.startsWith(`Package: ${name}\n`));
  return /^Version: (.+)$/m.exec(stanza ?? '')?.[1];
}

export function hasBuildRoot(): boolean {
  return existsSync(join(buildRootPath(), 'usr/bin/qjsc'));
}

export function missingBuildRoot(): string {
  const packages = readFileSync(PACKAGES, 'utf8').trim().split('\n').join(',');
  return [
    `The build root ${buildRootPath()} is missing, so nothing can be compiled.`,
    'Let `npm run build` in the repository make it, or make it by hand (about 20 s, as root):',
    `  mmdebstrap --mode=root --variant=minbase --include=${packages} trixie ${buildRootPath()}`,
    'or name an existing tree in KUBE_OVN_BUILD_ROOT.',
  ].join('\n');
}

export interface Recipe {
  readonly root?: string;
  /** Name -> text of the files the script works on, in an empty folder of its own. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly script: string;
  /** The executable to take out; its name in the folder is its base name. */
  readonly target: string;
}

/** Renames into place at the end: two builds at once, and one that is killed, leave a whole file or none. */
export async function makeInBuildRoot({ root = buildRootPath(), inputs, script, target }: Recipe): Promise<void> {
  if (!existsSync(join(root, 'usr/bin/qjsc'))) throw new Error(missingBuildRoot());
  const work = await mkdtemp(join(root, 'tmp/kube-ovn-'));
  try {
    for (const [name, text] of Object.entries(inputs)) await writeFile(join(work, name), text);
    await runInside(root, work.slice(root.length), script);
    await mkdir(dirname(target), { recursive: true });
    const next = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
    await copyFile(join(work, basename(target)), next);
    await chmod(next, 0o755);
    await rename(next, target);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function runInside(root: string, directory: string, script: string): Promise<void> {
  const asRoot = process.getuid?.() === 0 ? [] : ['unshare', '--map-root-user'];
  const words = [...asRoot, 'chroot', root, '/bin/sh', '-ec', `cd "$0"; ${script}`, directory];
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
  await promisify(execFile)(words[0]!, words.slice(1), { env });
}
