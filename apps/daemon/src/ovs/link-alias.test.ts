import { expect, test } from 'vitest';
import { linkAlias, parseLinkAlias } from './link-alias.ts';

const OWNER = {
  containerId: 'c'.repeat(64),
  podNamespace: 'shop',
  podName: 'web-0',
  podUid: '5c2e9a52-6a0f-4c8a-9d6a-3f7e7e0a6f11',
  ifName: 'eth0',
  provider: 'ovn',
  netns: '/var/run/netns/cni-5c2e9a52-6a0f-4c8a-9d6a-3f7e7e0a6f11',
};

test('there and back', () => {
  expect(parseLinkAlias(linkAlias(OWNER))).toEqual(OWNER);
});

test('names that do not fit, and aliases of others, give nothing', () => {
  expect(linkAlias({ ...OWNER, podName: 'x'.repeat(253) })).toBeUndefined();
  expect(parseLinkAlias('kube-ovn:half')).toBeUndefined();
  expect(parseLinkAlias('eth0')).toBeUndefined();
});
