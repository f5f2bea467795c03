// Name rule: a file or folder is named for its one idea, in kebab-case. Bags of leftovers have no idea.

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const BAGS = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc']);

/**
 * @param {readonly import('./source-files.mjs').SourceFile[]} files
 * @returns {import('./source-files.mjs').Violation[]}
 */
export function checkNames(files) {
  return files.flatMap(({ path }) => {
    const words = path.split('/').flatMap((part) => part.split('.'));
    const odd = words.find((word) => !KEBAB.test(word));
    if (odd !== undefined) return [{ path, why: `"${odd}" is not kebab-case` }];
    const bag = words.find((word) => BAGS.has(word));
    return bag ? [{ path, why: `"${bag}" says nothing about what is inside: name the idea` }] : [];
  });
}
