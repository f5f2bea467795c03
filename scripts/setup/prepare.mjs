// Brings a machine from a clean checkout to where a verb can run. Every part is skipped when it is done already.

import { delimiter, join } from 'node:path';
import { BUILD_ROOT, CROSS_ROOT, DATA_PLANE, existingTree, makeTree } from './debian-tree.mjs';
import { installHostPackages } from './host-packages.mjs';
import { installNpmPackages } from './npm-packages.mjs';
import { BIN, ROOT } from './paths.mjs';
import { runTool } from './run-tool.mjs';
import { step } from './step.mjs';

/**
 * npm and the trees load from different places and wait most of the time, so they run side by side.
 * The first failure stops the others.
 * @param {{ trees: boolean }} parts
 */
export async function prepare({ trees }) {
  const abort = new AbortController();
  const works = [installNpmPackages(abort.signal)];
  if (trees) works.push(prepareTrees(abort.signal));
  /** @type {unknown} */
  let failure;
  const guarded = works.map((work) =>
    work.catch((error) => {
      failure ??= error;
      abort.abort();
    }),
  );
  await Promise.all(guarded);
  if (failure) throw failure;
}

/** @param {AbortSignal} signal */
async function prepareTrees(signal) {
  if (existingTree(DATA_PLANE) && existingTree(BUILD_ROOT)) return;
  await installHostPackages(signal);
  await Promise.all([makeTree(DATA_PLANE, signal), makeTree(BUILD_ROOT, signal)]);
}

/** Environment of every verb: the project's own Node first, and where the trees are. */
export function verbEnv() {
  const env = { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH}`, TURBO_TELEMETRY_DISABLED: '1' };
  env.KUBE_OVN_ROOT ??= existingTree(DATA_PLANE);
  env.KUBE_OVN_BUILD_ROOT ??= existingTree(BUILD_ROOT);
  return env;
}

/** Bundles in the dist folders. turbo redoes only what changed. */
export function buildBundles() {
  const env = verbEnv();
  const args = ['run', 'build', '--env-mode=loose', '--output-logs=errors-only', '--no-update-notifier'];
  // The shim is compiled inside the build root, which only root can make.
  if (!env.KUBE_OVN_BUILD_ROOT) args.push('--filter=!@kube-ovn/cni');
  return step(
    'bundles',
    () => false,
    () => runTool('turbo run build', join(BIN, 'turbo'), args, { cwd: ROOT, env }),
  );
}

/** The CNI plugin is the one program that a compiler makes; an image for another processor needs it for that one. */
export async function buildShimForArm() {
  await makeTree(CROSS_ROOT);
  const args = [join(ROOT, 'apps/cni/scripts/build.ts'), 'arm64'];
  await runTool('the CNI plugin for arm64', join(BIN, 'node'), args, { cwd: ROOT, env: verbEnv() });
}
