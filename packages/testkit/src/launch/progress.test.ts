import { expect, test } from 'vitest';
import { NO_COLOURS } from './colours.ts';
import { createProgress } from './progress.ts';

function fixture(isTTY: boolean) {
  const written: string[] = [];
  let time = 0;
  const output = { isTTY, columns: 40, write: (text: string) => written.push(text) };
  const progress = createProgress(output, NO_COLOURS, () => (time += 500));
  return { written, progress };
}

test('each step is one line with its time, also when it fails', async () => {
  const { written, progress } = fixture(false);
  expect(await progress.step('first', async () => 1)).toBe(1);
  await expect(progress.step('second', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(written.map((line) => line.replace(/ +/g, ' '))).toEqual([' ✓ first 0.50 s\n', ' ✗ second 0.50 s\n']);
});

test('a terminal sees what is being worked on, in one line that fits', async () => {
  const { written, progress } = fixture(true);
  await Promise.all([progress.step('a'.repeat(30), async () => {}), progress.step('b'.repeat(30), async () => {})]);
  const shown = written.filter((text) => text.includes('…'));
  expect(shown[0]).toContain('aaa');
  for (const text of shown) expect(text.replace('\r\x1b[K', '').length).toBeLessThan(40);
});
