// All rules over the whole repository.

import { checkCycles } from './cycles.mjs';
import { checkLayers } from './layers.mjs';
import { checkNames } from './names.mjs';
import { checkSizes } from './sizes.mjs';
import { sourceFiles } from './source-files.mjs';
import { readWorkspaces } from './workspaces.mjs';

/** @param {string} root */
export function checkRules(root) {
  const files = sourceFiles(root);
  return [
    ...checkLayers(files, readWorkspaces(root)),
    ...checkCycles(files),
    ...checkSizes(files),
    ...checkNames(files),
  ];
}
