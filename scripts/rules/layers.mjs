// Layer rule: packages import only downwards, through each other's front door, and only what their package.json declares.

import { posix } from 'node:path';
import { importsOf } from './imports.mjs';
import { isTest } from './source-files.mjs';

/** From the bottom up. What is in one layer does not import each other. */
const LAYERS = [
  ['errors'],
  ['ovsdb-client', 'ipam', 'kube', 'netlink', 'pki'],
  ['crds', 'ovn-model', 'daemon-kit', 'supervise'],
  ['testkit'],
  ['apps/*'],
  // The benches measure the life of a release as well.
  ['e2e/chart'],
  // And pods on a real cluster.
  ['e2e/lab'],
  ['e2e/*'],
];

/** Usable alone, so they import nothing of ours at all. */
const ALONE = ['ovsdb-client', 'kube'];

const SCOPE = '@kube-ovn/';

/**
 * @typedef {object} Workspace
 * @property {string} name
 * @property {string} folder "packages/ipam"
 * @property {readonly string[]} dependencies
 * @property {readonly string[]} doors what it exports: "." is src/index.ts
 */

/**
 * @param {readonly import('./source-files.mjs').SourceFile[]} files
 * @param {readonly Workspace[]} workspaces
 * @returns {import('./source-files.mjs').Violation[]}
 */
export function checkLayers(files, workspaces) {
  return files.flatMap((file) => {
    const home = workspaces.find(({ folder }) => file.path.startsWith(`${folder}/`));
    if (!home) return [];
    return importsOf(file.text).flatMap(({ specifier }) => {
      const why = objection(file.path, specifier, home, workspaces);
      return why ? [{ path: file.path, why: `imports "${specifier}": ${why}` }] : [];
    });
  });
}

/**
 * @param {string} path
 * @param {string} specifier
 * @param {Workspace} home
 * @param {readonly Workspace[]} workspaces
 */
function objection(path, specifier, home, workspaces) {
  if (specifier.startsWith('.')) {
    const target = posix.join(posix.dirname(path), specifier);
    return target.startsWith(`${home.folder}/`) ? undefined : 'leaves its package; import the other one by name';
  }
  if (specifier.startsWith('node:')) return undefined;
  const name = packageName(specifier);
  const target = workspaces.find((workspace) => workspace.name === name);
  if (!target && name.startsWith(SCOPE)) return 'there is no such package';
  if (target && !target.doors.includes(`.${specifier.slice(name.length)}`))
    return 'only what its package.json exports is public';
  // A test may stand on the harness, and build scripts on the tools of the repository.
  if (path.includes('/scripts/') || (isTest(path) && name === `${SCOPE}testkit`)) return undefined;
  if (target && !isBelow(target, home, isTest(path)))
    return `${key(home)} may not know ${key(target)} (layers: docs/architecture.md)`;
  if (isTest(path) || home.dependencies.includes(name)) return undefined;
  return 'is not declared in the dependencies of its package.json';
}

/** @param {Workspace} target @param {Workspace} home @param {boolean} test */
function isBelow(target, home, test) {
  if (target.name === home.name) return false;
  if (ALONE.includes(key(home)) && !test) return false;
  return layerOf(target) < layerOf(home);
}

/** @param {Workspace} workspace */
function layerOf(workspace) {
  const area = `${workspace.folder.split('/')[0]}/*`;
  const index = LAYERS.findIndex((layer) => layer.includes(area) || layer.includes(key(workspace)));
  if (index < 0) throw new Error(`${workspace.folder} has no layer: give it one in scripts/rules/layers.mjs`);
  return index;
}

/** "ipam", "apps/controller" @param {Workspace} workspace */
function key(workspace) {
  return workspace.folder.replace(/^packages\//, '');
}

/** @param {string} specifier */
function packageName(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
