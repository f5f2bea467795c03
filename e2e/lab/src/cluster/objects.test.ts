import { describe, expect, test } from 'vitest';
import { memoryLine } from '../commands/status.ts';
import { clusterPlan } from '../plan/cluster-plan.ts';
import { coreDnsObjects } from './coredns.ts';
import { standInConfig } from './stand-in-network.ts';

describe('CoreDNS answers on the address that kubelet gives to pods', () => {
  test.each([
    ['ipv4', ['10.96.0.10'], 'SingleStack'],
    ['ipv6', ['fd00:10:96::a'], 'SingleStack'],
    ['dual', ['10.96.0.10', 'fd00:10:96::a'], 'RequireDualStack'],
  ] as const)('%s', (stack, clusterIPs, ipFamilyPolicy) => {
    const plan = clusterPlan({ nodes: 1, stack, network: 'none', kubeProxy: true });
    const service = coreDnsObjects(plan).find(([ref]) => ref.kind === 'Service')?.[1];
    expect(service).toMatchObject({ spec: { clusterIP: clusterIPs[0], clusterIPs, ipFamilyPolicy } });
  });
});

test('the stand-in network has a range and a default route per family', () => {
  expect(standInConfig(['10.16.1.0/24', 'fd00:10:16:1::/64'])).toMatchObject({
    plugins: [
      {
        ipam: {
          ranges: [[{ subnet: '10.16.1.0/24' }], [{ subnet: 'fd00:10:16:1::/64' }]],
          routes: [{ dst: '0.0.0.0/0' }, { dst: '::/0' }],
        },
      },
      { type: 'portmap' },
    ],
  });
});

test('memory by program: equal names together, small ones only in the sum', () => {
  expect(memoryLine(' 51200 node\n 51200 node\n 204800 kubelet\n 1024 sh\n')).toBe('301 MB: kubelet 200, node 100');
});
