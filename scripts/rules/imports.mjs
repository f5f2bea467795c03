// Which modules a source text imports. Read by pattern, not by a parser: good enough for formatted code.

/** @typedef {{ specifier: string, typeOnly: boolean }} Import */

const STATEMENT = /^(?:import|export)\s+(type\s+)?(?:[\w*${}\s,]+?\s+from\s+)?['"]([^'"\n]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"]([^'"\n]+)['"]/g;

/** @param {string} text @returns {Import[]} */
export function importsOf(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [
    ...[...code.matchAll(STATEMENT)].map(([whole, type, specifier]) => ({
      specifier: String(specifier),
      typeOnly: type !== undefined || hasOnlyTypes(whole),
    })),
    ...[...code.matchAll(DYNAMIC)].map(([, specifier]) => ({ specifier: String(specifier), typeOnly: false })),
  ];
}

/** `import { type A, type B } from` loads nothing either, as far as an order of loading goes. @param {string} statement */
function hasOnlyTypes(statement) {
  const names = /\{([^}]*)\}/
    .exec(statement)?.[1]
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names !== undefined && names.length > 0 && names.every((name) => name.startsWith('type '));
}
