import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { binaryPath } from './data-plane-root.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'root-'));
  for (const folder of ['usr/sbin', 'usr/bin', 'etc/alternatives', 'usr/lib/x'])
    mkdirSync(join(root, folder), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

test('an absolute link means a file of the root', () => {
  writeFileSync(join(root, 'usr/lib/x/switch'), '');
  symlinkSync('/usr/lib/x/switch', join(root, 'etc/alternatives/switch'));
  symlinkSync('/etc/alternatives/switch', join(root, 'usr/sbin/switch'));
  expect(binaryPath(root, 'switch')).toBe(join(root, 'usr/lib/x/switch'));
});

test('a relative link starts at its folder', () => {
  writeFileSync(join(root, 'usr/lib/x/tool'), '');
  symlinkSync('../lib/x/tool', join(root, 'usr/bin/tool'));
  expect(binaryPath(root, 'tool')).toBe(join(root, 'usr/lib/x/tool'));
});

test('a program that is not there is named', () => {
  expect(() => binaryPath(root, 'nosuch')).toThrow(/no program nosuch/);
});
