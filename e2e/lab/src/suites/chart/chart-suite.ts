// `chart`: the life of a release.

import { PlainError } from '@kube-ovn/testkit/launch';
import type { RunningLab } from '../../state/lab-record.ts';
import type { TestResult } from '../result.ts';

export async function runChartSuite(_lab: RunningLab): Promise<TestResult[]> {
  throw new PlainError('the suite chart is not there yet.', 'Run another one.');
}
