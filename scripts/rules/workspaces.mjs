// The workspaces of the repository and what each declares to depend on.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} root @returns {import('./layers.mjs').Workspace[]} */
export function readWorkspaces(root) {
  return ['packages', 'apps', 'e2e'].flatMap((area) => {
    if (!existsSync(join(root, area))) return [];
    return readdirSync(join(root, area))
      .filter((name) => existsSync(join(root, area, name, 'package.json')))
      .map((name) => readWorkspace(root, `${area}/${name}`));
  });
}

/** @param {string} root @param {string} folder */
function readWorkspace(root, folder) {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return {
    name: manifest.name,
    folder,
    dependencies: Object.keys(manifest.dependencies ?? {}),
    doors: Object.keys(manifest.exports ?? {}),
  };
}
