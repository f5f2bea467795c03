import { describe, expect, test } from 'vitest';
import { diagnose } from './diagnosis.mjs';
import { matchesLock } from './npm-packages.mjs';
import { distributionIds, requireDistribution, requireLinux, requireSetup } from './platform.mjs';

describe('the machine', () => {
  const debian = {
    platform: 'linux',
    arch: 'x64',
    nodeMajor: 20,
    isRoot: true,
    osRelease: 'NAME="Debian"\nID=debian\n',
  };

  test('Debian and Ubuntu, and what is like them, are fine', () => {
    requireLinux(debian);
    requireSetup(debian, 'npm start');
    requireDistribution({ ...debian, osRelease: 'ID=ubuntu\nID_LIKE=debian\n' });
    requireDistribution({ ...debian, osRelease: 'ID=linuxmint\nID_LIKE="ubuntu debian"\n' });
    expect(distributionIds('ID_LIKE="a b"\nID=c\n')).toEqual(['c', 'a', 'b']);
  });

  test.each([
    ['another system', { platform: 'darwin' }, 'Linux only'],
    ['another processor', { arch: 'ia32' }, 'ia32'],
    ['an old Node', { nodeMajor: 18 }, 'Node 18 is too old'],
    ['another user', { isRoot: false }, 'needs root'],
    ['another distribution', { osRelease: 'ID="fedora"\n' }, 'fedora'],
    ['no os-release', { osRelease: '' }, 'unknown'],
  ])('%s is refused in plain words', (_name, change, words) => {
    const machine = { ...debian, ...change };
    expect(() => {
      requireLinux(machine);
      requireSetup(machine, 'npm start');
    }).toThrow(words);
  });
});

test.each([
  ["E: Failed to fetch http://x/InRelease  Temporary failure resolving 'x'", 'mirror'],
  ['npm error code EAI_AGAIN', 'npm registry'],
  ['npm error code ENOSPC', 'disk is full'],
  ['tar: ./usr: Cannot write: No space left on device', 'disk is full'],
  ['E: Could not get lock /var/lib/dpkg/lock-frontend', 'another package manager'],
  ['W: GPG error: x: NO_PUBKEY 123', 'signature'],
  ['mkdir: Permission denied', 'permission denied'],
  ['Segmentation fault', 'the step failed'],
])('"%s" is understood', (output, words) => {
  const error = diagnose('the step', output);
  expect(error.message).toContain(words);
  expect(error.advice).not.toBe('');
  expect(error.detail).toBe(output);
});

describe('what is installed is what the lock file says', () => {
  const lock = {
    '': {},
    'node_modules/a': { version: '1', integrity: 'x' },
    'node_modules/b': { version: '1', optional: true },
  };

  test.each([
    ['all of it', { 'node_modules/a': { version: '1', integrity: 'x' }, 'node_modules/b': { version: '1' } }, true],
    ['without what is for other platforms', { 'node_modules/a': { version: '1', integrity: 'x' } }, true],
    ['another version', { 'node_modules/a': { version: '2', integrity: 'x' } }, false],
    ['another content', { 'node_modules/a': { version: '1', integrity: 'y' } }, false],
    ['one missing', {}, false],
    ['one too many', { 'node_modules/a': { version: '1', integrity: 'x' }, 'node_modules/c': { version: '1' } }, false],
  ])('%s', (_name, installed, expected) => {
    expect(matchesLock(lock, installed)).toBe(expected);
  });
});
