// A Debian trixie tree made of a list of packages, kept in the cache under the hash of that list.
// It appears in one rename, so a tree that is there is complete.

import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, ROOT } from './paths.mjs';
import { PlainError } from './plain-error.mjs';
import { capture, runTool } from './run-tool.mjs';
import { step } from './step.mjs';

const SUITE = 'trixie';
const NEEDED_BYTES = 1.5 * 2 ** 30;
const ABANDONED_AFTER_MS = 30 * 60_000;
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** @typedef {{ name: string, prefix: string, list: string, architectures?: string }} Tree */

/** What the tests run, and what the images are made of. @type {Tree} */
export const DATA_PLANE = {
  name: 'data-plane root (OVN, Open vSwitch)',
  prefix: 'root',
  list: 'scripts/data-plane-packages.txt',
};

/** What compiles the CNI shim. @type {Tree} */
export const BUILD_ROOT = {
  name: 'build root (C compiler, QuickJS)',
  prefix: 'buildroot',
  list: 'scripts/build-root-packages.txt',
};

/** What compiles it for arm64 on amd64. @type {Tree} */
export const CROSS_ROOT = {
  name: 'build root for arm64',
  prefix: 'crossroot',
  list: 'scripts/cross-root-packages.txt',
  architectures: 'amd64,arm64',
};

/** The name changes with the list; whoever reads the list finds the tree. @param {Tree} tree */
export function treePath(tree) {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, tree.list)));
  return join(CACHE, `${tree.prefix}-${hash.digest('hex').slice(0, 12)}`);
}

/** Path of the tree when it is there. @param {Tree} tree */
export function existingTree(tree) {
  const path = treePath(tree);
  return existsSync(path) ? path : undefined;
}

/** @param {Tree} tree @param {AbortSignal} [signal] */
export function makeTree(tree, signal) {
  const path = treePath(tree);
  return step(
    tree.name,
    () => existsSync(path),
    async () => {
      mkdirSync(CACHE, { recursive: true });
      await removeAbandoned();
      requireSpace();
      const unfinished = `${path}.${randomUUID().slice(0, 8)}.tmp`;
      try {
        await runTool(tree.name, 'mmdebstrap', mmdebstrapArgs(tree, unfinished), { signal });
        // Somebody else may have been faster; then theirs is as good.
        if (!existsSync(path)) renameSync(unfinished, path);
      } finally {
        await capture('rm', ['-rf', '--one-file-system', unfinished]);
      }
    },
  );
}

/** @param {Tree} tree @param {string} target */
function mmdebstrapArgs(tree, target) {
  const packages = `--include=${readPackages(tree).join(',')}`;
  const options = ['--mode=root', '--variant=minbase', packages, '--dpkgopt=force-unsafe-io'];
  for (const dropped of ['/usr/share/man/*', '/usr/share/locale/*', '/usr/share/doc/*']) {
    options.push(`--dpkgopt=path-exclude=${dropped}`);
  }
  options.push('--dpkgopt=path-include=/usr/share/doc/*/copyright');
  if (tree.architectures) options.push(`--architectures=${tree.architectures}`);
  // On Ubuntu, apt trusts only Ubuntu's keys unless told otherwise.
  if (existsSync(KEYRING)) options.push(`--keyring=${KEYRING}`);
  const mirror = process.env.KUBE_OVN_DEBIAN_MIRROR;
  return [...options, SUITE, target, ...(mirror ? [mirror] : [])];
}

/** @param {Tree} tree */
function readPackages(tree) {
  return readFileSync(join(ROOT, tree.list), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

// A run that was interrupted leaves its unfinished tree behind. A young one may belong to a run that goes on elsewhere.
async function removeAbandoned() {
  const abandoned = readdirSync(CACHE)
    .filter((name) => name.endsWith('.tmp'))
    .map((name) => join(CACHE, name))
    .filter((path) => Date.now() - statSync(path).ctimeMs > ABANDONED_AFTER_MS);
  if (abandoned.length > 0) await capture('rm', ['-rf', '--one-file-system', ...abandoned]);
}

function requireSpace() {
  const { bavail, bsize } = statfsSync(CACHE);
  if (bavail * bsize > NEEDED_BYTES) return;
  const free = Math.round((bavail * bsize) / 2 ** 20);
  throw new PlainError(
    `the disk is full: only ${free} MB are free for .cache/.`,
    'Free at least 2 GB and run the same command again.',
  );
}
