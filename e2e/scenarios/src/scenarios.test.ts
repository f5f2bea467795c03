// Every scenario once, undisturbed.

import { skipReason } from '@kube-ovn/testkit';
import { runScenario, Stage } from '@kube-ovn/testkit/scenario';
import { afterAll, describe, test } from 'vitest';
import { controllerInProcess } from './controller-in-process.ts';
import { brokenInvariants } from './invariants.ts';
import { readScenarios } from './scenario-files.ts';

const reason = skipReason('central');
if (reason !== undefined) console.log(`scenarios are left out: ${reason}`);

describe.skipIf(reason !== undefined)('scenarios', () => {
  const stage = new Stage(controllerInProcess, brokenInvariants);
  afterAll(() => stage.close());

  for (const scenario of readScenarios()) {
    test(`${scenario.title} [${scenario.cases.join(', ')}]`, async () => {
      await runScenario(stage, scenario);
    });
  }
});
