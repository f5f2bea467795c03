// The hand-written source files of the repository, each with its text: what all rules look at.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', 'testdata', 'fixtures']);
const SOURCE = /\.(ts|mts|mjs|js)$/;
const AREAS = ['packages', 'apps', 'e2e', 'scripts'];

/** @typedef {{ path: string, text: string }} SourceFile path is relative to the root, with "/" */
/** @typedef {{ path: string, why: string }} Violation */

/** @param {string} root @returns {SourceFile[]} */
export function sourceFiles(root) {
  return AREAS.flatMap((area) => walk(join(root, area)))
    .map((file) => ({ path: relative(root, file).split(sep).join('/'), text: readFileSync(file, 'utf8') }))
    .filter(({ path }) => !path.includes('.generated.'));
}

/** @param {string} path */
export function isTest(path) {
  return /\.(test|bench)\.[a-z]+$/.test(path) || path.includes('/testing/');
}

/** @param {string} folder @returns {string[]} */
function walk(folder) {
  return entriesOf(folder).flatMap((entry) => {
    if (SKIPPED.has(entry.name) || entry.name.startsWith('.')) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return walk(path);
    return SOURCE.test(entry.name) ? [path] : [];
  });
}

/** @param {string} folder */
function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
