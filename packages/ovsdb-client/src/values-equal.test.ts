import { expect, test } from 'vitest';
import type { Value } from './index.ts';
import { valuesEqual } from './values-equal.ts';

const cases: [a: Value, b: Value, equal: boolean][] = [
  [1, 1, true],
  [1, '1', false],
  [undefined, undefined, true],
  [undefined, '', false],
  [[], [], true],
  [['a', 'b'], ['b', 'a'], true],
  [['a', 'b'], ['a'], false],
  [['a', 'b'], ['a', 'c'], false],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: 1 }, { a: 2 }, false],
  [{ a: 1 }, { b: 1 }, false],
  [{ a: 1 }, {}, false],
  [{}, [], false],
  [['a'], 'a', false],
];

test.each(cases)('%j and %j', (a, b, equal) => {
  expect(valuesEqual(a, b)).toBe(equal);
  expect(valuesEqual(b, a)).toBe(equal);
});
