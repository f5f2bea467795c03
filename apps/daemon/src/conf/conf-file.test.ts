import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { assertConfFile } from './conf-file.ts';
import { builtIn, conflist } from './conflist.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'conf-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const NAME = '01-kube-ovn.conflist';
const file = () => join(directory, NAME);
const options = () => ({ directory, name: NAME, version: '0.3.1' });

test('written once, for root only, strays of killed writers removed', async () => {
  writeFileSync(`${file()}.tmp.1`, 'half');
  expect(await assertConfFile(options(), 'text')).toBe(true);
  expect(await assertConfFile(options(), 'text')).toBe(false);
  expect(readFileSync(file(), 'utf8')).toBe('text');
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual([NAME]);
});

test('a wrong one is replaced, a wrong mode corrected', async () => {
  writeFileSync(file(), 'old');
  expect(await assertConfFile(options(), 'new')).toBe(true);
  writeFileSync(file(), 'new', { mode: 0o644 });
  rmSync(file());
  writeFileSync(file(), 'new', { mode: 0o644 });
  expect(await assertConfFile(options(), 'new')).toBe(true);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test('the built-in configuration, and one that the image brings', async () => {
  expect(JSON.parse(builtIn('1.1.0', '/run/x.sock'))).toEqual({
    name: 'kube-ovn',
    cniVersion: '1.1.0',
    plugins: [
      { type: 'kube-ovn', server_socket: '/run/x.sock' },
      { type: 'portmap', capabilities: { portMappings: true } },
    ],
  });
  const source = join(directory, 'given');
  expect(await conflist({ ...options(), source }, '/x')).toBe(builtIn('0.3.1', '/x'));
  writeFileSync(source, 'given');
  expect(await conflist({ ...options(), source }, '/x')).toBe('given');
});
