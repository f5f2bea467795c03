import { expect, test } from 'vitest';
import { parseDuration } from './duration.ts';

test.each([
  ['30s', 30_000],
  ['1m30s', 90_000],
  ['1h', 3_600_000],
  ['1.5s', 1500],
  ['.5s', 500],
  ['250ms', 250],
  ['500us', 0.5],
  ['0', 0],
  ['-2s', -2000],
  ['30', undefined],
  ['', undefined],
  ['s', undefined],
  ['1d', undefined],
  ['1s ', undefined],
])('%j is %s ms', (text, expected) => {
  expect(parseDuration(text)).toBe(expected);
});
