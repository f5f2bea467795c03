import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeEntries, type SetChange, toggleElements } from './apply-difference.ts';
import { ProtocolError } from './ovsdb-error.ts';

const element = fc.integer({ min: 0, max: 200 });
const set = fc.uniqueArray(element, { maxLength: 120 });

test('toggling is the symmetric difference, step after step, and touches no older value', () => {
  fc.assert(
    fc.property(set, fc.array(fc.uniqueArray(element, { maxLength: 20 })), (first, steps) => {
      let value: readonly unknown[] = first;
      let model = new Set<unknown>(first);
      const history: [readonly unknown[], Set<unknown>][] = [];
      for (const toggled of steps) {
        history.push([value, model]);
        let told: SetChange = { added: [], removed: [] };
        value = toggleElements(value as number[], toggled, (change) => {
          told = change;
        });
        expect(new Set(told.added)).toEqual(new Set(toggled.filter((x) => !model.has(x))));
        expect(new Set(told.removed)).toEqual(new Set(toggled.filter((x) => model.has(x))));
        model = new Set(
          [...model].filter((x) => !toggled.includes(x as number)).concat(toggled.filter((x) => !model.has(x))),
        );
      }
      for (const [then, expected] of [...history, [value, model] as const]) {
        expect(then).toHaveLength(expected.size);
        expect(new Set(then)).toEqual(expected);
      }
    }),
  );
});

test('the same value may be changed twice, as after an update that was refused half-way', () => {
  const before = Array.from({ length: 100 }, (_, i) => i);
  expect(toggleElements(before, [5])).toHaveLength(99);
  expect(toggleElements(before, [6])).toHaveLength(99);
  expect(before).toHaveLength(100);
});

const entries = fc.dictionary(fc.string({ maxLength: 2 }), fc.string({ maxLength: 2 }));

test('a map difference leads from any map to any other', () => {
  fc.assert(
    fc.property(entries, entries, (from, to) => {
      const difference: Record<string, string> = Object.create(null);
      for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) difference[key] = from[key]!;
      for (const key of Object.keys(to))
        if (from[key] !== to[key] || !Object.hasOwn(from, key)) difference[key] = to[key]!;
      const before = Object.assign(Object.create(null), from);
      expect({ ...mergeEntries(before, difference) }).toEqual({ ...to });
      expect({ ...before }).toEqual({ ...from });
    }),
  );
});

test('a difference without a value is no difference', () => {
  expect(() => mergeEntries({}, { a: undefined as never })).toThrow(ProtocolError);
});
