// The one entry of every command: node scripts/run.mjs <start|test|check|bench|lab|build|images> [arguments].
// Plain JavaScript for the machine's own Node (20 or newer), without packages; the verbs run under the project's Node.

import { join } from 'node:path';
import { BIN, ROOT } from './setup/paths.mjs';
import { PlainError, printError } from './setup/plain-error.mjs';
import { requireDistribution, requireLinux, requireSetup, thisMachine } from './setup/platform.mjs';
import { buildBundles, buildShimForArm, prepare, verbEnv } from './setup/prepare.mjs';
import { runForeground } from './setup/run-tool.mjs';

/** root: must be root. trees, bundles: what it works on; without root `test` and `build` do what they can. */
const VERBS = {
  start: { script: 'e2e/sandbox/src/main.ts', root: true, trees: true, bundles: true },
  test: { script: 'scripts/test.mjs', root: false, trees: true, bundles: true },
  check: { script: 'scripts/check.mjs', root: false, trees: false, bundles: false },
  bench: { script: 'e2e/bench/src/main.ts', root: true, trees: true, bundles: true },
  // Makes what it needs itself, when it needs it.
  lab: { script: 'e2e/lab/src/main.ts', root: false, trees: false, bundles: false },
  images: { script: 'images/src/main.ts', root: false, trees: true, bundles: true },
  build: { script: undefined, root: false, trees: true, bundles: true },
};

/** @param {string | undefined} name @param {string[]} args */
async function run(name, args) {
  const verb = VERBS[/** @type {keyof typeof VERBS} */ (name)];
  if (!verb)
    throw new PlainError(`there is no command "${name ?? ''}".`, `Use one of: ${Object.keys(VERBS).join(', ')}.`);
  const machine = thisMachine();
  requireLinux(machine);
  if (verb.root) requireSetup(machine, `npm run ${name}`);
  const trees = verb.trees && machine.isRoot;
  if (trees) requireDistribution(machine);
  await prepare({ trees });
  if (verb.bundles) await buildBundles();
  if (name === 'images' && args.includes('arm64') && machine.arch !== 'arm64') await buildShimForArm();
  if (!verb.script) return 0;
  return runForeground(join(BIN, 'node'), [join(ROOT, verb.script), ...args], { cwd: ROOT, env: verbEnv() });
}

const [name, ...rest] = process.argv.slice(2);
try {
  process.exitCode = await run(name, rest[0] === '--' ? rest.slice(1) : rest);
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
