// Cycle rule: no file needs itself to be loaded. Imports of types alone load nothing, so they do not count.

import { posix } from 'node:path';
import { importsOf } from './imports.mjs';

/**
 * @param {readonly import('./source-files.mjs').SourceFile[]} files
 * @returns {import('./source-files.mjs').Violation[]}
 */
export function checkCycles(files) {
  const graph = new Map(files.map((file) => [file.path, targetsOf(file)]));
  /** @type {import('./source-files.mjs').Violation[]} */
  const violations = [];
  /** @type {Set<string>} */
  const finished = new Set();
  for (const path of graph.keys()) visit(path, []);
  return violations;

  /** @param {string} path @param {readonly string[]} trail */
  function visit(path, trail) {
    if (finished.has(path)) return;
    const start = trail.indexOf(path);
    if (start >= 0) {
      violations.push({ path, why: `imports itself: ${[...trail.slice(start), path].join(' -> ')}` });
      return;
    }
    for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
    finished.add(path);
  }
}

/** @param {import('./source-files.mjs').SourceFile} file */
function targetsOf({ path, text }) {
  return importsOf(text)
    .filter(({ specifier, typeOnly }) => specifier.startsWith('.') && !typeOnly)
    .map(({ specifier }) => posix.join(posix.dirname(path), specifier));
}
