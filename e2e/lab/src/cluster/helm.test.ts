import { expect, test } from 'vitest';
import { clusterPlan } from '../plan/cluster-plan.ts';
import { imageMarks, networking } from './helm.ts';

test.each([
  ['ipv4', 'IPv4', { v4: '10.16.0.0/16' }],
  ['ipv6', 'IPv6', { v6: 'fd00:10:16::/112' }],
  ['dual', 'Dual', { v4: '10.16.0.0/16', v6: 'fd00:10:16::/112' }],
] as const)('%s', (stack, name, pods) => {
  const plan = clusterPlan({ nodes: 3, stack, network: 'kube-ovn', kubeProxy: true });
  expect(networking(plan)).toMatchObject({ stack: name, pods: { cidr: pods } });
});

test('pods of an image are made anew when its content is another', () => {
  const images = { 'r/kube-ovn:1': '/c/kube-ovn-aa.tar', 'r/kube-ovn-dataplane:1': '/c/kube-ovn-dataplane-bb.tar' };
  expect(imageMarks(images)).toEqual({
    'controller.podAnnotations': { 'lab/image': 'kube-ovn-aa' },
    'agent.podAnnotations': { 'lab/image': 'kube-ovn-aa' },
    'central.podAnnotations': { 'lab/image': 'kube-ovn-dataplane-bb' },
    'ovsOvn.podAnnotations': { 'lab/image': 'kube-ovn-dataplane-bb' },
  });
});
