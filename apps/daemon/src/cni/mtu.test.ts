import { expect, test } from 'vitest';
import { podMtu, tunnelMtu } from './mtu.ts';

test.each([
  [1500, 'geneve', 4, 0, 1400],
  [1500, 'vxlan', 4, 0, 1450],
  [1500, 'stt', 4, 0, 1428],
  [1500, 'geneve', 6, 0, 1380],
  [9000, 'vxlan', 6, 0, 8930],
  [1500, 'geneve', 4, 1300, 1300],
] as const)('NIC %i, %s over IPv%i, flag %i -> %i', (nic, type, family, flag, mtu) => {
  expect(tunnelMtu(nic, type, family, flag)).toBe(mtu);
});

test.each([
  [{ subnet: 0, node: 1400, underlay: undefined }, 1400],
  [{ subnet: 1200, node: 1400, underlay: undefined }, 1200],
  [{ subnet: 0, node: 1400, underlay: 1500 }, 1500],
  [{ subnet: 0, node: 1400, underlay: 0 }, undefined],
])('%o -> %s', (facts, mtu) => {
  expect(podMtu(facts)).toBe(mtu);
});
