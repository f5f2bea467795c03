import { expect, test } from 'vitest';
import { RestartDelay } from './restart-delay.ts';

test('at once, then ever later, then at the limit; a long life starts anew', () => {
  const delay = new RestartDelay();
  const short = Array.from({ length: 12 }, () => delay.next(100));
  expect(short.slice(0, 4)).toEqual([0, 50, 100, 200]);
  expect(short.at(-1)).toBe(15_000);
  expect(delay.next(60_000)).toBe(0);
  expect(delay.next(100)).toBe(50);
});
