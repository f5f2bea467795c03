import { expect, test } from 'vitest';
import type { LabOptions } from '../options.ts';
import { allOf, clusterPlan, controlPlane, primary } from './cluster-plan.ts';

const OPTIONS: LabOptions = { nodes: 3, stack: 'dual', network: 'kube-ovn', kubeProxy: true };

test('the first node is the control plane, and every address is one node’s', () => {
  const plan = clusterPlan({ ...OPTIONS, nodes: 9 });
  expect(plan.nodeList.map(({ name }) => name).slice(0, 3)).toEqual(['control-plane', 'worker-1', 'worker-2']);
  expect(controlPlane(plan).address).toEqual({ 4: '172.18.0.2', 6: 'fd00:172:18::2' });
  const addresses = [plan.gateway, ...plan.nodeList.flatMap(({ address, tunnel }) => [address, tunnel])].flatMap(allOf);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test.each([
  ['ipv4', '10.96.0.10', 1],
  ['ipv6', 'fd00:10:96::a', 1],
  ['dual', '10.96.0.10', 2],
] as const)('%s', (stack, dns, families) => {
  const plan = clusterPlan({ ...OPTIONS, stack });
  expect(primary(plan.dnsService)).toBe(dns);
  for (const values of [plan.gateway, plan.podCidr, plan.serviceCidr, plan.nodeList[1]!.tunnel]) {
    expect(allOf(values)).toHaveLength(families);
  }
});
