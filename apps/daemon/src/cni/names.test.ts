import { expect, test } from 'vitest';
import { hostLinkName } from './names.ts';

const ID = '0123456789abcdef0123';

test.each([
  ['eth0', '0123456789ab_h'],
  ['net1', '01234567_net1_h'],
  ['pod37a8eec1ce1', '01234_37a8eec_h'],
  ['eleven-long', '0_eleven-long_h'],
])('%s -> %s', (ifName, name) => {
  expect(hostLinkName(ID, ifName)).toBe(name);
  expect(name.length).toBeLessThanOrEqual(15);
});

test('an interface name that leaves no room for the container still gives each pod its own', () => {
  const names = [ID, 'ffff'].map((id) => hostLinkName(id, 'fifteen-letters'));
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{12}_h$/);
});
