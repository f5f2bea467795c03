// Size rule: small files, so that each can be read at once. Tests, generated files and tables (first line `// table:`) are exempt.

const MEDIAN_LIMIT = 80;
const FILE_LIMIT = 400;
const SHOWN = 10;

/**
 * @param {readonly import('./source-files.mjs').SourceFile[]} files
 * @returns {import('./source-files.mjs').Violation[]}
 */
export function checkSizes(files) {
  const sizes = files
    .filter(({ path, text }) => !/\.(test|bench)\.[a-z]+$/.test(path) && !text.startsWith('// table:'))
    .map(({ path, text }) => ({ path, lines: countLines(text) }))
    .sort((a, b) => b.lines - a.lines);
  const tooLong = sizes
    .filter(({ lines }) => lines > FILE_LIMIT)
    .map(({ path, lines }) => ({ path, why: `${lines} lines, the limit is ${FILE_LIMIT}: split it by ideas` }));
  const median = sizes[Math.floor(sizes.length / 2)]?.lines ?? 0;
  if (median <= MEDIAN_LIMIT) return tooLong;
  const why = `the median file has ${median} lines, the limit is ${MEDIAN_LIMIT}; this is one of the longest`;
  return [...tooLong, ...sizes.slice(0, SHOWN).map(({ path, lines }) => ({ path, why: `${why} (${lines})` }))];
}

/** @param {string} text */
function countLines(text) {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
}
