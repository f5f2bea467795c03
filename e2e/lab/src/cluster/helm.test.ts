import { expect, test } from 'vitest';
import { clusterPlan } from '../plan/cluster-plan.ts';
import { networking } from './helm.ts';

test.each([
  ['ipv4', 'IPv4', { v4: '10.16.0.0/16' }],
  ['ipv6', 'IPv6', { v6: 'fd00:10:16::/112' }],
  ['dual', 'Dual', { v4: '10.16.0.0/16', v6: 'fd00:10:16::/112' }],
] as const)('%s', (stack, name, pods) => {
  const plan = clusterPlan({ nodes: 3, stack, network: 'kube-ovn', kubeProxy: true });
  expect(networking(plan)).toMatchObject({ stack: name, pods: { cidr: pods } });
});
