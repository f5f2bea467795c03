// Tests of this project that can be pointed at a real server: run by its own test runner, read from its report.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from '@kube-ovn/testkit/launch';
import { runForeground } from '../outside/foreground.ts';
import { ROOT } from '../paths.ts';
import { readVitestReport } from './read-vitest-report.ts';
import type { TestResult } from './result.ts';

interface VitestRun {
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  readonly focus: string | undefined;
  readonly folder: string;
}

const RUNNER = join(ROOT, 'node_modules/vitest/vitest.mjs');

export async function runVitest({ file, env, focus, folder }: VitestRun): Promise<TestResult[]> {
  const report = join(folder, 'vitest.json');
  const args = [RUNNER, 'run', file, `--root=${ROOT}`, '--reporter=json', `--outputFile=${report}`];
  if (focus !== undefined) args.push(`--testNamePattern=${focus}`);
  await runForeground(process.execPath, args, { ...process.env, ...env });
  if (!existsSync(report)) throw new PlainError('the tests did not come to their end.', 'See their words above.');
  return readVitestReport(readFileSync(report, 'utf8'), focus !== undefined);
}
