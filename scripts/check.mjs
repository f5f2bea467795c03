// npm run check: format and lint, types, and the rules of the repository. Prints only what is wrong. Needs no root.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkRules } from './rules/index.mjs';
import { BIN, ROOT } from './setup/paths.mjs';
import { capture } from './setup/run-tool.mjs';

/** @typedef {{ name: string, ok: boolean, output: string }} CheckResult */

/** @returns {Promise<CheckResult[]>} */
export async function runChecks() {
  const tools = [
    tool('format and lint (fix: npx biome check --write .)', 'biome', ['ci', '--colors=off', '.']),
    tool('types', 'tsc', ['-p', join(ROOT, 'tsconfig.json'), '--pretty', 'false']),
  ];
  return [...(await Promise.all(tools)), rules()];
}

/** @param {readonly CheckResult[]} results */
export function printChecks(results) {
  for (const { name, ok, output } of results) {
    console.log(`  ${ok ? 'ok' : '!!'}  ${name}`);
    if (!ok) console.log(output.trimEnd().replace(/^/gm, '      '));
  }
}

/** @param {string} name @param {string} file @param {string[]} args @returns {Promise<CheckResult>} */
async function tool(name, file, args) {
  const { code, output } = await capture(join(BIN, file), args, { cwd: ROOT });
  return { name, ok: code === 0, output };
}

/** @returns {CheckResult} */
function rules() {
  const violations = checkRules(ROOT);
  const output = violations.map(({ path, why }) => `${path}: ${why}`).join('\n');
  return { name: 'layers, cycles, sizes, names', ok: violations.length === 0, output };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const results = await runChecks();
  printChecks(results);
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
}
