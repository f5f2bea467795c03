// `chart`: the life of a release. The cases are the chart's own program; here they get this cluster.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from '@kube-ovn/testkit/launch';
import { clusterTool } from '../commands/tools.ts';
import { runForeground } from '../outside/foreground.ts';
import { AUDIT_LOG, KUBECONFIG, nodeLogs, ROOT } from '../paths.ts';
import { clusterPlan, controlPlane } from '../plan/cluster-plan.ts';
import type { RunningLab } from '../state/lab-record.ts';
import type { TestResult } from './result.ts';

export async function runChartSuite(lab: RunningLab, focus: string | undefined, folder: string): Promise<TestResult[]> {
  if (lab.options.network !== 'kube-ovn') {
    throw new PlainError('this lab has another network than ours.', 'Start one with it: npm run lab -- up');
  }
  const results = join(folder, 'results.json');
  await runForeground(process.execPath, [
    join(ROOT, 'e2e/chart/src/suite.ts'),
    `--kubeconfig=${KUBECONFIG}`,
    `--helm=${clusterTool('helm')}`,
    `--kubectl=${clusterTool('kubectl')}`,
    `--audit-log=${join(nodeLogs(controlPlane(clusterPlan(lab.options)).name), AUDIT_LOG)}`,
    `--results=${results}`,
    ...(focus === undefined ? [] : [`--focus=${focus}`]),
  ]);
  if (!existsSync(results)) throw new PlainError('the suite did not come to its end.', 'See its words above.');
  return JSON.parse(readFileSync(results, 'utf8')) as TestResult[];
}
