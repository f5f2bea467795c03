import { expect, test } from 'vitest';
import { hasUid, podRecord } from './pod-record.ts';

const RAW = {
  metadata: {
    name: 'p',
    namespace: 'n',
    uid: 'mirror',
    annotations: {
      'kubernetes.io/config.hash': 'static',
      'kubectl.kubernetes.io/last-applied-configuration': 'long',
      'ovn.kubernetes.io/ip_address': '10.0.0.1',
      'net1.default.ovn.kubernetes.io/routed': 'true',
      other: 'x',
    },
  },
};

test('only annotations about networks are kept', () => {
  expect(Object.keys(podRecord(RAW).annotations)).toEqual([
    'ovn.kubernetes.io/ip_address',
    'net1.default.ovn.kubernetes.io/routed',
  ]);
});

test.each([
  ['', true],
  ['mirror', true],
  ['static', true],
  ['other', false],
])('uid "%s" fits: %s', (uid, fits) => {
  expect(hasUid(podRecord(RAW), uid)).toBe(fits);
});
