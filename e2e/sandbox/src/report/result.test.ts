import { expect, test } from 'vitest';
import { reportProbe } from './result.ts';

test('a probe in JSON has names, three decimals, and null for no time', () => {
  const end = { kind: 'node', addresses: {}, netns: '/run/netns/x' } as const;
  const probe = {
    from: { ...end, name: 'worker-1' },
    to: { ...end, name: 'shop/a' },
    path: 'node-pod',
    family: 4,
    expect: 'reach',
    result: 'reach',
    rttMs: 0.123456,
  } as const;
  expect(reportProbe(probe)).toEqual({
    from: 'worker-1',
    to: 'shop/a',
    path: 'node-pod',
    family: 4,
    expect: 'reach',
    result: 'reach',
    rttMs: 0.123,
  });
  expect(reportProbe({ ...probe, result: 'blocked', rttMs: undefined }).rttMs).toBeNull();
});
