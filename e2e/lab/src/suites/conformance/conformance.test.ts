import { describe, expect, test } from 'vitest';
import type { TestResult } from '../result.ts';
import { ginkgo } from './conformance.ts';
import { failUnlistedSkips } from './skips.ts';

describe('chosen are', () => {
  const focusOf = (focus: string | undefined) =>
    new RegExp(
      ginkgo(focus, '/f')
        .find((arg) => arg.startsWith('--focus='))!
        .slice('--focus='.length),
    );
  const dns = '[sig-network] DNS should provide DNS for services [Conformance]';
  const policy = '[sig-network] NetworkPolicy API should support creating [Conformance]';

  test('all conformance tests of the network', () => {
    expect(focusOf(undefined).test(dns)).toBe(true);
    expect(focusOf(undefined).test('[sig-network] Services should work [Slow]')).toBe(false);
    expect(focusOf(undefined).test('[sig-node] Pods [Conformance]')).toBe(false);
  });

  test('of these, the ones that match', () => {
    expect(focusOf('DNS|Granular').test(dns)).toBe(true);
    expect(focusOf('DNS|Granular').test(policy)).toBe(false);
  });
});

test('a test that skips itself fails, unless the page names it', () => {
  const skipped: TestResult = { name: 'SCTP', seconds: 0, outcome: 'skipped', message: 'no module' };
  expect(failUnlistedSkips([skipped], '| SCTP | the kernel has none |')).toEqual([skipped]);
  expect(failUnlistedSkips([skipped], '| (none) | |')).toMatchObject([{ outcome: 'failed' }]);
});
