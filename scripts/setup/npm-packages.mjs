// The npm packages of the lock file, installed when what lies in node_modules is not what the lock file says.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BIN, ROOT } from './paths.mjs';
import { runTool } from './run-tool.mjs';
import { step } from './step.mjs';

// Engine warnings under the machine's own Node mean nothing: everything later runs with the Node that npm installs.
// A missing network should show within seconds, not after npm's patient minute.
const ARGS = [
  'ci',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
];

/** @param {AbortSignal} [signal] */
export function installNpmPackages(signal) {
  return step('npm packages', isInstalled, () => runTool('npm ci', 'npm', ARGS, { cwd: ROOT, signal }));
}

function isInstalled() {
  const hidden = join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(hidden) || !existsSync(join(BIN, 'node'))) return false;
  return matchesLock(readPackages(join(ROOT, 'package-lock.json')), readPackages(hidden));
}

/**
 * @typedef {Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }>} Packages
 * @param {Packages} wanted
 * @param {Packages} installed
 */
export function matchesLock(wanted, installed) {
  for (const [path, entry] of Object.entries(wanted)) {
    // The empty path is the repository itself. Optional ones are for other platforms.
    if (path === '') continue;
    const found = installed[path];
    if (!found && (entry.optional || entry.devOptional)) continue;
    if (found?.version !== entry.version || found?.integrity !== entry.integrity) return false;
  }
  return Object.keys(installed).every((path) => path in wanted);
}

/** @param {string} file @returns {Packages} */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
