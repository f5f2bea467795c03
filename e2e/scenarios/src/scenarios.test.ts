// Every scenario once, undisturbed.

import { skipReason } from '@kube-ovn/testkit';
import { runScenario, Stage } from '@kube-ovn/testkit/scenario';
import { afterAll, describe, test } from 'vitest';
import { controllerInProcess } from './controller-in-process.ts';
import { brokenInvariants } from './invariants.ts';
import { REAL_SERVER, whyNotReal } from './real-server.ts';
import { readScenarios } from './scenario-files.ts';

const reason = skipReason('central');
if (reason !== undefined) console.log(`scenarios are left out: ${reason}`);

describe.skipIf(reason !== undefined)('scenarios', () => {
  const stage = new Stage(controllerInProcess, brokenInvariants, REAL_SERVER);
  afterAll(() => stage.close());

  for (const scenario of readScenarios()) {
    test(`${scenario.title} [${scenario.cases.join(', ')}]`, async (context) => {
      const why = REAL_SERVER === undefined ? undefined : whyNotReal(scenario);
      context.skip(why !== undefined, why);
      await runScenario(stage, scenario);
    });
  }
});
