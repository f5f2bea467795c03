import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tokenFromFile } from './token-file.ts';

test('is read again after a minute, and at once when it was refused', () => {
  const directory = mkdtempSync(join(tmpdir(), 'kube-token-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'token');
  let now = 0;
  const token = tokenFromFile(path, () => now);
  expect(token()).toBeUndefined();
  writeFileSync(path, 'one\n');
  expect(token(true)).toBe('one');
  writeFileSync(path, 'two');
  now += 59_000;
  expect(token()).toBe('one');
  now += 1000;
  expect(token()).toBe('two');
  writeFileSync(path, 'three');
  expect(token(true)).toBe('three');
  rmSync(path);
  expect(token(true)).toBe('three');
});
