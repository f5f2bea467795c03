import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { firstDifference } from './difference.ts';

let work: string;
const file = (side: string, name: string, text: string) => {
  const path = join(work, side, name);
  writeFileSync(path, text);
  utimesSync(path, 1, 1);
  utimesSync(join(work, side), 1, 1);
  return path;
};

beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'difference-'));
  for (const side of ['a', 'b']) mkdirSync(join(work, side));
  for (const side of ['a', 'b']) file(side, 'same', 'text');
});
afterEach(() => rmSync(work, { recursive: true }));

const found = () => firstDifference(join(work, 'a'), join(work, 'b'));

test('equal folders have none', () => {
  expect(found()).toBeUndefined();
});

test.each([
  ['content', () => file('b', 'same', 'nope'), '/same: SHA-256'],
  ['mode', () => chmodSync(join(work, 'b/same'), 0o755), '/same: mode'],
  ['time', () => utimesSync(join(work, 'b/same'), 2, 2), '/same: time'],
  ['a file more', () => file('b', 'more', ''), '/more: kind missing'],
])('%s', (_name, change, words) => {
  change();
  expect(found()).toContain(words);
});
