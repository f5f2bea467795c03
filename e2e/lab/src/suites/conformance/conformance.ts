// `conformance-network`: the tests of Kubernetes itself that every cluster network must pass, by Kubernetes' own test program.
// They run in the outer namespaces: a machine beside the nodes.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from '@kube-ovn/testkit/launch';
import { CONFORMANCE, KUBERNETES } from '../../build/program-list.ts';
import { program } from '../../build/programs.ts';
import { CONTROL_PLANE_LABEL } from '../../node/config-files.ts';
import { outerCommand } from '../../outside/enter-node.ts';
import { INNER_KUBECONFIG, LAB_LOG } from '../../paths.ts';
import type { RunningLab } from '../../state/lab-record.ts';
import { readGinkgoReport } from '../read-junit.ts';
import type { TestResult } from '../result.ts';
import { failUnlistedSkips, readPage } from './skips.ts';

/** Tests wait most of their time. */
const PROCESSES = 6;
const ALL = '\\[sig-network\\].*\\[Conformance\\]';

export async function runConformance(
  lab: RunningLab,
  focus: string | undefined,
  folder: string,
): Promise<TestResult[]> {
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const { file, args } = outerCommand(lab, ginkgo(focus, folder));
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: temporary },
  });
  const log = createWriteStream(join(folder, 'log.txt'));
  for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
  showProgress(child.stdout);
  await once(child, 'close');
  log.end();
  rmSync(temporary, { recursive: true, force: true });
  const reports = readdirSync(folder).filter((name) => name.startsWith('junit') && name.endsWith('.xml'));
  if (reports.length === 0)
    throw new PlainError('the tests did not run.', `See ${join(folder, 'log.txt')} and ${LAB_LOG}.`);
  const results = reports.flatMap((name) => readGinkgoReport(readFileSync(join(folder, name), 'utf8')));
  return failUnlistedSkips(results, readPage());
}

export function ginkgo(focus: string | undefined, folder: string): string[] {
  const chosen = focus === undefined ? ALL : `\\[sig-network\\].*(${focus}).*\\[Conformance\\]`;
  return [
    program(CONFORMANCE, 'ginkgo'),
    'run',
    `--procs=${PROCESSES}`,
    '--no-color',
    '--timeout=2h',
    `--focus=${chosen}`,
    program(CONFORMANCE, 'e2e.test'),
    '--',
    '--provider=skeleton',
    `--kubeconfig=${INNER_KUBECONFIG}`,
    `--kubectl-path=${program(KUBERNETES, 'kubectl')}`,
    `--report-dir=${folder}`,
    '--report-prefix=conformance-',
    '--disable-log-dump',
    '--dump-logs-on-failure=false',
    `--non-blocking-taints=${CONTROL_PLANE_LABEL}`,
    '--repo-root=/nonexistent',
  ];
}

/** ginkgo draws a sign per test that ends. */
function showProgress(output: NodeJS.ReadableStream): void {
  output.setEncoding('utf8');
  output.on('data', (chunk: string) => {
    for (const line of chunk.split('\n'))
      if (/^\s*\[(FAIL|TIMEDOUT|PANICKED)\]/.test(line)) console.log(`  ${line.trim()}`);
    if (process.stdout.isTTY) process.stdout.write('•'.repeat(chunk.split('•').length - 1));
  });
}
