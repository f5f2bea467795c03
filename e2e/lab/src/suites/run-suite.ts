// Runs one suite of others' tests, and closes with its summary line and a JUnit file.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { COLOURS, createProgress } from '@kube-ovn/testkit/launch';
import { CNITOOL, CONFORMANCE, KUBERNETES, type ProgramGroup } from '../build/program-list.ts';
import { buildPrograms } from '../build/programs.ts';
import { CACHE } from '../paths.ts';
import { type RunningLab, requireLab } from '../state/lab-record.ts';
import { runApiContract } from './api-contract.ts';
import { runChartSuite } from './chart.ts';
import { runCnitool } from './cnitool/cnitool-suite.ts';
import { runConformance } from './conformance/conformance.ts';
import { runNodeLife } from './node-life/node-life.ts';
import { isGreen, junit, summaryLine, type TestResult } from './result.ts';
import { runScenarios } from './scenarios.ts';
import type { SuiteName } from './suite-names.ts';

interface Suite {
  readonly needs: readonly ProgramGroup[];
  /** It shows its results itself, as they come. */
  readonly showsResults?: boolean;
  /** `folder`: for logs and reports. */
  readonly run: LabSuite | { alone(focus: string | undefined, folder: string): Promise<TestResult[]> };
}

type LabSuite = (lab: RunningLab, focus: string | undefined, folder: string) => Promise<TestResult[]>;

const SUITES: Readonly<Record<SuiteName, Suite>> = {
  cnitool: { needs: [CNITOOL], run: runCnitool },
  'conformance-network': { needs: [CONFORMANCE], run: runConformance },
  chart: { needs: [], showsResults: true, run: runChartSuite },
  'node-life': { needs: [], run: runNodeLife },
  'api-contract': { needs: [], run: runApiContract },
  scenarios: { needs: [KUBERNETES], run: { alone: runScenarios } },
};

/** Resolves to the exit code. */
export async function runSuite(name: SuiteName, focus: string | undefined): Promise<number> {
  const { needs, showsResults = false, run } = SUITES[name];
  // A suite that needs none starts what it needs itself.
  const suite = 'alone' in run ? run.alone : run.bind(undefined, requireLab());
  await buildPrograms(needs, createProgress(process.stdout, COLOURS));
  const folder = join(CACHE, 'suites', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const started = performance.now();
  const results = await suite(focus, folder);
  const report = join(folder, 'junit.xml');
  writeFileSync(report, junit(name, results));
  if (!showsResults) for (const result of results) console.log(line(result));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(COLOURS.dim(`\n${seconds} s, JUnit: ${relative(process.cwd(), report)}`));
  console.log(summaryLine(name, results));
  return isGreen(results) ? 0 : 1;
}

function line({ name, seconds, outcome, message }: TestResult): string {
  const mark = { passed: COLOURS.green('✓'), failed: COLOURS.red('✗'), skipped: COLOURS.yellow('-') }[outcome];
  const why = message === undefined ? '' : `\n      ${message.split('\n').slice(0, 6).join('\n      ')}`;
  return `  ${mark} ${name} ${COLOURS.dim(`${seconds.toFixed(1)} s`)}${why}`;
}
