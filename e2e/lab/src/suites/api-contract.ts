// `api-contract`: what the project relies on in an API server, asked of this one. The same tests hold the in-memory one of
// `packages/testkit` to it.

import { KUBECONFIG } from '../paths.ts';
import type { RunningLab } from '../state/lab-record.ts';
import type { TestResult } from './result.ts';
import { runVitest } from './vitest-suite.ts';

export function runApiContract(_lab: RunningLab, focus: string | undefined, folder: string): Promise<TestResult[]> {
  return runVitest({
    file: 'packages/testkit/src/api-server/api-contract.test.ts',
    env: { KUBE_OVN_CONTRACT_KUBECONFIG: KUBECONFIG },
    focus,
    folder,
  });
}
