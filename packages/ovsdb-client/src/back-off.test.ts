import { expect, test } from 'vitest';
import { backOffMs } from './back-off.ts';

test.each([
  [1, 25, 50],
  [2, 50, 100],
  [5, 400, 800],
  [8, 2500, 5000],
  [1_000_000, 2500, 5000],
])('round %i waits between %i and %i ms', (round, least, most) => {
  expect(backOffMs(round, () => 0)).toBe(least);
  expect(backOffMs(round, () => 1)).toBe(most);
});
