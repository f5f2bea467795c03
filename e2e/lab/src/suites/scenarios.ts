// `scenarios`: the controller against a real API server and a real Northbound. A lab's own server will not do: a controller of
// its own may run there, and controllers of Kubernetes would look after nodes that nobody serves.

import { startBareApi } from '../bare-api/start-bare-api.ts';
import type { TestResult } from './result.ts';
import { runVitest } from './vitest-suite.ts';

export async function runScenarios(focus: string | undefined, folder: string): Promise<TestResult[]> {
  const api = await startBareApi();
  try {
    return await runVitest({
      file: 'e2e/scenarios/src/scenarios.test.ts',
      env: { KUBE_OVN_SCENARIO_KUBECONFIG: api.kubeconfig },
      focus,
      folder,
    });
  } finally {
    await api.stop();
  }
}
