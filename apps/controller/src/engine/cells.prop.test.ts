// Whatever is read, changed, forgotten and flushed in whatever order: plans that have been told of every change they were due are
// those whose last answer is still right.

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cell, ReactiveGraph } from './cells.ts';
import type { Reads } from './dependencies.ts';

interface Tools {
  value(source: number): number;
  cell<T>(cell: Cell<Tools, T>, key: string): T;
}

/** Reads source n; when it is odd, also the next one, so that what is read changes with what is read. */
const low: Cell<Tools, number> = {
  name: 'low',
  compute: (view, key) => {
    const own = view.value(Number(key));
    return own % 2 === 1 ? own + view.value((Number(key) + 1) % 4) : own;
  },
};
const high: Cell<Tools, number> = {
  name: 'high',
  compute: (view, key) => {
    const first = view.cell(low, key);
    return (first > 3 ? view.cell(low, String((Number(key) + 2) % 4)) : view.value(0)) >> 1;
  },
};

const index = fc.nat(3);
const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('set' as const), source: index, value: fc.nat(6) }),
    fc.record({ do: fc.constant('plan' as const), source: index }),
    fc.record({ do: fc.constant('fail' as const), source: index }),
    fc.record({ do: fc.constant('forget' as const), source: index }),
    fc.record({ do: fc.constant('flush' as const) }),
  ),
  { maxLength: 60 },
);

test('no plan keeps an answer that would be another now', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const sources = [0, 0, 0, 0];
      const answers = new Map<string, number>();
      const viewFor = (reads: Reads): Tools => ({
        value(source) {
          reads.add(`source/${source}`);
          return sources[source]!;
        },
        cell: (cell, key) => graph.read(cell, key, reads),
      });
      const graph: ReactiveGraph<Tools> = new ReactiveGraph({
        viewFor,
        onPlanStale: (key) => void answers.delete(key),
      });
      const plan = (view: Tools, key: string) => view.cell(high, key) + view.cell(low, key) + view.value(3);
      const fresh = (key: string): number => {
        const bare: Tools = { value: (source) => sources[source]!, cell: (cell, at) => cell.compute(bare, at) };
        return plan(bare, key);
      };
      for (const step of list) {
        if (step.do === 'set') {
          if (sources[step.source] === step.value) continue;
          sources[step.source] = step.value;
          graph.touch(`source/${step.source}`);
        } else if (step.do === 'flush') graph.flush();
        else {
          const key = String(step.source);
          if (step.do === 'forget') {
            graph.forget(key);
            answers.delete(key);
          } else if (step.do === 'plan')
            answers.set(
              key,
              graph.track(key, (view) => plan(view, key)),
            );
          else {
            const fails = () =>
              graph.track(key, (view) => {
                plan(view, key);
                throw new Error('a bug');
              });
            expect(fails).toThrow('a bug');
          }
        }
        if (step.do !== 'flush') continue;
        for (const [key, answer] of answers) expect(answer).toBe(fresh(key));
      }
      graph.flush();
      for (const [key, answer] of answers) expect(answer).toBe(fresh(key));
    }),
    { numRuns: 3000 },
  );
});
