import { expect, test } from 'vitest';
import { addressPlan, allOf, primary } from './address-plan.ts';

test('dual stack: CIDRs as Kube-OVN writes them, one control plane', () => {
  const plan = addressPlan('dual', 3);
  expect(plan.cidrs.pods).toBe('10.16.0.0/16,fd00:10:16::/112');
  expect(plan.nodes.map(({ name }) => name)).toEqual(['control-plane', 'worker-1', 'worker-2']);
  expect(plan.nodes.filter(({ role }) => role === 'control-plane')).toHaveLength(1);
});

test('a single family appears nowhere but where it belongs', () => {
  expect(JSON.stringify({ ...addressPlan('ipv4', 2), prefixLength: 0 })).not.toContain('fd00');
  expect(JSON.stringify(addressPlan('ipv6', 2))).not.toMatch(/\d+\.\d+\.\d+\.\d+/);
});

test('no address is given twice', () => {
  const plan = addressPlan('dual', 9);
  const hosts = [plan.gateway, plan.api, ...plan.nodes.flatMap(({ underlay, fabric }) => [underlay, fabric])].flatMap(
    (values) => allOf<string>(values),
  );
  expect(new Set(hosts).size).toBe(hosts.length);
});

test('the primary address is IPv4 if there is one', () => {
  expect(primary({ 4: 'a', 6: 'b' })).toBe('a');
  expect(primary({ 6: 'b' })).toBe('b');
});
