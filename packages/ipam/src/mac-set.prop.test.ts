import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MacSet } from './mac-set.ts';

// Few distinct low bits, so that runs form and wrap around.
const mac = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom(0, 2 ** 30, 2 ** 32, 2 ** 47))
  .map(([a, b]) => a + b);

test('behaves as a Set through growth, gaps and shrinking', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), mac), { maxLength: 400 }), (steps) => {
      const set = new MacSet();
      const model = new Set<number>();
      for (const [add, value] of steps) {
        if (add) {
          set.add(value);
          model.add(value);
        } else {
          set.delete(value);
          model.delete(value);
        }
        expect(set.size).toBe(model.size);
      }
      for (const [, value] of steps) expect(set.has(value)).toBe(model.has(value));
    }),
  );
});
