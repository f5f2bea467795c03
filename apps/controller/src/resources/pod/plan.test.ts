import { describe, expect, test } from 'vitest';
import { basics, namespace, pod, subnet } from '../../testing/objects.ts';
import { PlanWorld } from '../../testing/plan-world.ts';

function annotationsOf(world: PlanWorld, key: string): Readonly<Record<string, string>> {
  return world.get('Pod', key)?.metadata.annotations ?? {};
}

describe('a pod of the default network', () => {
  test("gets an address, a switch port, a place in its node's set, and annotations", () => {
    const world = new PlanWorld().apply(...basics()).apply(pod('web', { node: 'node1' }));
    expect(world.get('IP', 'web.default')?.spec).toMatchObject({
      v4IpAddress: '10.16.0.2',
      v6IpAddress: 'fd00:10:16::2',
      subnet: 'ovn-default',
    });
    const mac = world.spec('IP', 'web.default').macAddress;
    expect(world.row('Logical_Switch_Port|web.default')).toMatchObject({
      addresses: [`${mac} 10.16.0.2 fd00:10:16::2`],
      port_security: [],
      external_ids: { vendor: 'kube-ovn', owner: 'IP/web.default', pod: 'default/web', ls: 'ovn-default' },
    });
    expect(world.members('Address_Set|distributed.node1.ip4', 'addresses')).toEqual(['10.16.0.2']);
    expect(annotationsOf(world, 'default/web')).toEqual({
      'ovn.kubernetes.io/ip_address': '10.16.0.2,fd00:10:16::2',
      'ovn.kubernetes.io/mac_address': mac,
      'ovn.kubernetes.io/cidr': '10.16.0.0/16,fd00:10:16::/112',
      'ovn.kubernetes.io/gateway': '10.16.0.1,fd00:10:16::1',
      'ovn.kubernetes.io/logical_switch': 'ovn-default',
      'ovn.kubernetes.io/logical_router': 'ovn-cluster',
      'ovn.kubernetes.io/pod_nic_type': 'veth-pair',
      'ovn.kubernetes.io/allocated': 'true',
      'ovn.kubernetes.io/routed': 'true',
    });
  });

  test('is not said to be routed before it has a node', () => {
    const world = new PlanWorld().apply(...basics()).apply(pod('web'));
    expect(annotationsOf(world, 'default/web')).toMatchObject({ 'ovn.kubernetes.io/allocated': 'true' });
    expect(annotationsOf(world, 'default/web')).not.toHaveProperty(['ovn.kubernetes.io/routed']);
  });

  test('gives everything back when it is deleted', () => {
    const world = new PlanWorld().apply(...basics()).apply(pod('web', { node: 'node1' }));
    world.delete('Pod', 'default/web');
    expect(world.get('IP', 'web.default')).toBeUndefined();
    expect(world.row('Logical_Switch_Port|web.default')).toBeUndefined();
    expect(world.members('Address_Set|distributed.node1.ip4', 'addresses')).toEqual([]);
    expect(world.get('Subnet', 'ovn-default')?.status).toMatchObject({ v4usingIPs: 0, v6usingIPs: 0 });
  });

  test('on the host network is none of our business', () => {
    const world = new PlanWorld().apply(...basics()).apply(pod('host', { node: 'node1', spec: { hostNetwork: true } }));
    expect(world.get('IP', 'host.default')).toBeUndefined();
    expect(annotationsOf(world, 'default/host')).toEqual({});
  });
});

describe('requests', () => {
  test.each([
    [
      'v4 of a dual subnet',
      { 'ovn.kubernetes.io/ip_address': '10.16.0.77' },
      { v4IpAddress: '10.16.0.77', v6IpAddress: 'fd00:10:16::2' },
    ],
    [
      'both families',
      { 'ovn.kubernetes.io/ip_address': '10.16.0.77,fd00:10:16::77' },
      { v4IpAddress: '10.16.0.77', v6IpAddress: 'fd00:10:16::77' },
    ],
    ['upper-case IPv6', { 'ovn.kubernetes.io/ip_address': 'FD00:10:16:0:0:0:0:AB' }, { v6IpAddress: 'fd00:10:16::ab' }],
    ['a MAC', { 'ovn.kubernetes.io/mac_address': '00:00:00:54:6C:CB' }, { macAddress: '00:00:00:54:6c:cb' }],
    ['one family', { 'ovn.kubernetes.io/ip_family': 'ipv4' }, { v4IpAddress: '10.16.0.2', v6IpAddress: '' }],
    ['a list', { 'ovn.kubernetes.io/ip_pool': '10.16.0.20,10.16.0.21' }, { v4IpAddress: '10.16.0.20' }],
    [
      'pairs',
      { 'ovn.kubernetes.io/ip_pool': '10.16.0.20,fd00:10:16::20;10.16.0.21,fd00:10:16::21' },
      { v4IpAddress: '10.16.0.20', v6IpAddress: 'fd00:10:16::20' },
    ],
    [
      'one pair',
      { 'ovn.kubernetes.io/ip_pool': '10.16.0.20,fd00:10:16::20' },
      { v4IpAddress: '10.16.0.20', v6IpAddress: 'fd00:10:16::20' },
    ],
  ])('%s', (_, annotations, expected) => {
    const world = new PlanWorld().apply(...basics()).apply(pod('web', { node: 'node1', annotations }));
    expect(world.get('IP', 'web.default')?.spec).toMatchObject(expected);
  });

  test.each([
    ['an address outside the subnet', { 'ovn.kubernetes.io/ip_address': '10.99.0.1' }, 'ERR_IPAM_ADDRESS_OUT_OF_RANGE'],
    ['the gateway', { 'ovn.kubernetes.io/ip_address': '10.16.0.1' }, 'ERR_IPAM_ADDRESS_CONFLICT'],
    ['a list of nothing', { 'ovn.kubernetes.io/ip_address': ';' }, 'ERR_POD_ADDRESS_INVALID'],
    ['no address at all', { 'ovn.kubernetes.io/ip_address': 'ten' }, 'ERR_POD_ADDRESS_INVALID'],
    [
      'a mixed list',
      { 'ovn.kubernetes.io/ip_pool': '10.16.0.20,10.16.0.21,fd00:10:16::20' },
      'ERR_POD_ADDRESS_LIST_AMBIGUOUS',
    ],
    ['an unknown family', { 'ovn.kubernetes.io/ip_family': 'ipx' }, 'ERR_POD_IP_FAMILY'],
    ['an unknown pool', { 'ovn.kubernetes.io/ip_pool': 'nowhere' }, 'ERR_IPPOOL_MISSING'],
    ['a bad MAC', { 'ovn.kubernetes.io/mac_address': 'zz' }, 'ERR_MAC_INVALID'],
    ['an unknown subnet', { 'ovn.kubernetes.io/logical_switch': 'nowhere' }, 'ERR_IPAM_NO_SUBNET'],
  ])('refused: %s', (_, annotations, code) => {
    const world = new PlanWorld()
      .apply(...basics())
      .apply(pod('bad', { node: 'node1', annotations }), pod('good', { node: 'node1' }));
    expect(world.refusals.get('Pod/default/bad')).toBe(code);
    expect(world.get('IP', 'bad.default')).toBeUndefined();
    expect(world.get('IP', 'good.default')).toBeDefined();
  });
});

test('a namespace draws from its subnets in order, the next when one is full', () => {
  const world = new PlanWorld().apply(...basics('v4'));
  world.apply(
    namespace('blue'),
    subnet('small', '10.40.0.0/30', { namespaces: ['blue'] }),
    subnet('spill', '10.41.0.0/24', { namespaces: ['blue'] }),
  );
  world.apply(pod('a', { namespace: 'blue' }), pod('b', { namespace: 'blue' }));
  expect(world.get('IP', 'a.blue')?.spec).toMatchObject({ subnet: 'small', v4IpAddress: '10.40.0.2' });
  expect(world.get('IP', 'b.blue')?.spec).toMatchObject({ subnet: 'spill', v4IpAddress: '10.41.0.2' });
  expect(world.get('Namespace', 'blue')?.metadata.annotations).toMatchObject({
    'ovn.kubernetes.io/logical_switch': 'small,spill',
  });
});
