// Under any mix of adds, retries and concurrent takers: no key is worked on twice at once, and after the last add of a
// key it is worked on at least once more.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FakeTime } from './testing/fake-time.ts';
import { WorkQueue } from './work-queue.ts';

const action = fc.oneof(
  fc.record({ do: fc.constantFrom('live', 'relist', 'later'), key: fc.nat(4) }),
  fc.record({ do: fc.constant('pass'), key: fc.nat(20) }),
);

test('no key twice at once, none lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { maxLength: 40 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 1, max: 4 }),
      async (actions, fails, max) => {
        const time = new FakeTime();
        const queue = new WorkQueue({ ...time.hooks, minBackoffMs: 1, maxBackoffMs: 8, random: () => 0.5 });
        const stop = new AbortController();
        const working = new Set<string>();
        const dirty = new Set<string>();
        let turn = 0;
        let failuresLeft = 30;

        const taker = async (): Promise<void> => {
          for (;;) {
            const batch = await queue.takeBatch(max, 3, stop.signal);
            if (batch.length === 0) return;
            for (const key of batch) {
              expect(working.has(key)).toBe(false);
              working.add(key);
              dirty.delete(key);
            }
            await new Promise((resolve) => time.hooks.setTimer(() => resolve(undefined), 2));
            for (const key of batch) {
              working.delete(key);
              if (fails[turn++ % fails.length] && failuresLeft-- > 0) {
                dirty.add(key);
                queue.retry(key);
              } else {
                queue.forget(key);
              }
              queue.done(key);
            }
          }
        };
        const takers = [taker(), taker(), taker()];
        for (const { do: what, key } of actions) {
          if (what === 'pass') {
            await time.advance(key);
            continue;
          }
          dirty.add(`k${key}`);
          if (what === 'later') queue.addAfter(`k${key}`, 7);
          else queue.add(`k${key}`, what as 'live' | 'relist');
        }
        const settled = queue.settled(100);
        await time.advance(2000);
        await settled;
        expect([...dirty]).toEqual([]);
        expect([queue.length, queue.inProgress, queue.scheduled]).toEqual([0, 0, 0]);
        stop.abort();
        await Promise.all(takers);
        expect(time.timers).toBe(0);
      },
    ),
    { numRuns: 100, timeout: 5000 },
  );
});
