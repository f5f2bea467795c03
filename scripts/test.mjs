// npm test: everything that one machine can prove quickly. Static checks, all tests, the sandbox once, and restarts under ping.
// Every part runs even when an earlier one failed; the last line counts all of them.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printChecks, runChecks } from './check.mjs';
import { BIN, CACHE, ROOT } from './setup/paths.mjs';
import { runForeground } from './setup/run-tool.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

const REPORT = join(CACHE, 'test-report.json');
const SUMMARY = join(CACHE, 'test-summary.json');
const SANDBOX = join(ROOT, 'e2e/sandbox/src/main.ts');
const RESTARTS = join(ROOT, 'e2e/sandbox/src/under-ping/main.ts');
const isRoot = process.getuid?.() === 0;

mkdirSync(CACHE, { recursive: true });
for (const file of [REPORT, SUMMARY]) rmSync(file, { force: true });
const counts = [await checks(), await tests(process.argv.slice(2)), await sandbox(), await restarts()];
const total = counts.reduce((a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
}));
writeFileSync(SUMMARY, JSON.stringify(total));
if (!isRoot) printLeftOut();
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** @returns {Promise<Count>} */
async function checks() {
  console.log('\nChecks');
  const results = await runChecks();
  printChecks(results);
  const passed = results.filter(({ ok }) => ok).length;
  return { passed, failed: results.length - passed, skipped: 0 };
}

/** @param {string[]} args @returns {Promise<Count>} */
async function tests(args) {
  console.log('\nTests');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
  const code = await runForeground(join(BIN, 'vitest'), ['run', ...reporters, ...args], { cwd: ROOT });
  // No report: vitest itself did not get as far as running tests.
  if (!existsSync(REPORT)) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(readFileSync(REPORT, 'utf8'));
  // A file that cannot be loaded has no tests that could fail, but the run did.
  const failed = Math.max(report.numFailedTests, code === 0 ? 0 : 1);
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + (report.numTodoTests ?? 0) };
}

/** @returns {Promise<Count>} */
function sandbox() {
  return program('Sandbox', SANDBOX, ['--once']);
}

/** @returns {Promise<Count>} */
function restarts() {
  return program('Controller and daemons killed under ping', RESTARTS, []);
}

/** One that says by its exit code whether all went well. @param {string} title @param {string} file @param {string[]} args @returns {Promise<Count>} */
async function program(title, file, args) {
  if (!isRoot || !existsSync(file)) return { passed: 0, failed: 0, skipped: 1 };
  console.log(`\n${title}`);
  const code = await runForeground(join(BIN, 'node'), [file, ...args], { cwd: ROOT });
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

function printLeftOut() {
  console.log(
    '\nLeft out, because they need root (network namespaces and real switches; run `sudo npm test` for them):',
  );
  console.log('  - the sandbox, and restarts under ping');
  console.log('  - tests of chassis, pods and packets');
  if (!hasDataPlaneRoot())
    console.log('  - tests against real databases: there is no data-plane root yet, and only root can make it');
}

function hasDataPlaneRoot() {
  return Boolean(process.env.KUBE_OVN_ROOT) || readdirSync(CACHE).some((name) => name.startsWith('root-'));
}
