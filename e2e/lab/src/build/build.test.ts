import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyOf, makeOnce } from './cache.ts';
import { isNewEnough } from './go.ts';
import { KUBERNETES } from './program-list.ts';
import { groupFolder, linkerFlags } from './programs.ts';

test.each([
  ['go1.26.8', true],
  ['go1.25', true],
  ['go2.0', true],
  ['go1.24.4', false],
  ['', false],
])('%s', (version, expected) => {
  expect(isNewEnough(version)).toBe(expected);
});

describe('a group of programs', () => {
  test('says its version', () => {
    expect(linkerFlags(KUBERNETES)).toMatch(/^-s -w .*-X k8s.io\/component-base\/version.gitVersion=v1\.34\.4/);
  });

  test('lies elsewhere when its recipe is another, and not when only the guess of its time is', () => {
    expect(groupFolder({ ...KUBERNETES, variables: {} })).not.toBe(groupFolder(KUBERNETES));
    expect(groupFolder({ ...KUBERNETES, minutes: 99 })).toBe(groupFolder(KUBERNETES));
  });
});

describe('the cache', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kube-ovn-lab-test-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('makes a thing once; what was interrupted is made again', async () => {
    const path = join(folder, 'thing');
    const interrupted = makeOnce(path, async (unfinished) => {
      writeFileSync(unfinished, 'half');
      throw new Error('killed');
    });
    await expect(interrupted).rejects.toThrow('killed');
    for (const content of ['first', 'second']) {
      await makeOnce(path, async (unfinished) => writeFileSync(unfinished, content));
    }
    expect(readFileSync(path, 'utf8')).toBe('first');
  });

  test('keys differ where the parts do', () => {
    expect(keyOf('a', 'b')).not.toBe(keyOf('ab'));
    expect(keyOf({ a: 1 })).toBe(keyOf({ a: 1 }));
  });
});
