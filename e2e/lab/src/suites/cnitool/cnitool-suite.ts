// `cnitool`: what the CNI specification asks of a plugin, asked by the CNI project's own tool.

import { PlainError } from '@kube-ovn/testkit/launch';
import type { RunningLab } from '../../state/lab-record.ts';
import type { TestResult } from '../result.ts';
import { runCases } from '../run-cases.ts';
import { CNI_CASES } from './cases.ts';
import { VERSIONS } from './command.ts';
import { openFixture } from './fixture.ts';

export async function runCnitool(lab: RunningLab, focus: string | undefined): Promise<TestResult[]> {
  if (lab.options.network !== 'kube-ovn') {
    throw new PlainError('this lab has another network than ours.', 'Start one with it: npm run lab -- up');
  }
  const fixture = await openFixture(lab);
  try {
    for (const version of VERSIONS) await fixture.writeConfig(version);
    return await runCases(CNI_CASES, fixture, focus);
  } finally {
    await fixture.close();
  }
}
