// Every scenario under faults: whatever is killed, cut, forgotten or reordered, the end is the same.
// By default a few runs of each kind, always the same ones; SCENARIOS=all makes all of them.

import { skipReason } from '@kube-ovn/testkit';
import {
  type Disturbance,
  difference,
  type Outcome,
  runScenario,
  type Scenario,
  Stage,
} from '@kube-ovn/testkit/scenario';
import { afterAll, describe, test } from 'vitest';
import { controllerInProcess } from './controller-in-process.ts';
import { brokenInvariants } from './invariants.ts';
import { readScenarios } from './scenario-files.ts';
import { cutAtTransaction, killAtTransaction, killAtWrite } from './schedules/crashes.ts';
import { otherOrder } from './schedules/order.ts';
import { sameNames } from './schedules/same-name.ts';
import { isChosen, sampleNumbers } from './schedules/sample.ts';
import { secondRunBesideForeignRows } from './schedules/second-run.ts';
import { clockJumps, leaderMoves, relists } from './schedules/weather.ts';

const LIMIT_MS = 600_000;
const CLUSTERED_ONE_OF = 8;

const reason = skipReason('central');
if (reason !== undefined) console.log(`schedules are left out: ${reason}`);

describe.skipIf(reason !== undefined)('schedules', () => {
  const stage = new Stage(controllerInProcess, brokenInvariants);
  afterAll(() => stage.close());

  for (const scenario of readScenarios()) {
    describe(scenario.title, () => {
      let calmRun: Promise<Outcome> | undefined;
      const calm = () => {
        // Like the others without northd, which writes into the same rows.
        calmRun ??= runScenario(stage, scenario, { name: 'no fault' });
        return calmRun;
      };
      const under = async (disturbance: Disturbance, changed = scenario) => {
        const expected = await calm();
        compare(expected, await runScenario(stage, changed, disturbance), disturbance);
      };

      for (const [name, run] of Object.entries(schedulesOf(scenario, calm, under))) {
        test.skipIf(scenario.exceptions.has(name))(name, run, LIMIT_MS);
      }
    });
  }
});

type Run = (disturbance: Disturbance, changed?: Scenario) => Promise<void>;

function schedulesOf(
  scenario: Scenario,
  calm: () => Promise<Outcome>,
  under: Run,
): Record<string, () => Promise<void>> {
  const seed = scenario.file;
  const clustered = isChosen(CLUSTERED_ONE_OF, `${seed} leader`);
  return {
    async kill() {
      const { transactions, apiWrites } = await calm();
      for (const k of sampleNumbers(2 * transactions, 2, `${seed} kill`)) {
        await under(killAtTransaction((k + 1) >> 1, k % 2 === 0 ? 'lose-reply' : 'lose-request'));
      }
      for (const k of sampleNumbers(apiWrites, 2, `${seed} write`)) await under(killAtWrite(k));
    },
    async cut() {
      const { transactions } = await calm();
      for (const k of sampleNumbers(2 * transactions, 1, `${seed} cut`)) {
        await under(cutAtTransaction((k + 1) >> 1, k % 2 === 0 ? 'lose-reply' : 'lose-request'));
      }
    },
    ...(clustered ? { leader: () => under(leaderMoves()) } : {}),
    relist: () => under(relists()),
    'same-name': () => under(sameNames(scenario)),
    clock: () => under(clockJumps()),
    async reorder() {
      for (const number of sampleNumbers(6, 1, `${seed} order`))
        await under({ name: `order ${number}`, withoutExpectations: true }, otherOrder(scenario, number));
    },
    twice: () => under(secondRunBesideForeignRows()),
  };
}

function compare(expected: Outcome, seen: Outcome, { name, otherEnd }: Disturbance): void {
  if (otherEnd) return;
  const changed = difference(expected.endState, seen.endState);
  if (changed.length > 0)
    throw new Error(`the end is another one under ${name}:\n  ${changed.slice(0, 20).join('\n  ')}`);
  for (const [row, times] of seen.recreated) {
    if (times > (expected.recreated.get(row) ?? 0)) throw new Error(`${row} was removed and made anew under ${name}`);
  }
}
