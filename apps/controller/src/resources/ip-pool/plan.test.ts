import { describe, expect, test } from 'vitest';
import { basics, ipPool, namespace, pod, subnet } from '../../testing/objects.ts';
import { PlanWorld } from '../../testing/plan-world.ts';

function addressOf(world: PlanWorld, name: string): unknown {
  return (world.get('IP', name)?.spec as { v4IpAddress?: string } | undefined)?.v4IpAddress;
}

describe('pods of a namespace with pools', () => {
  test('draw from them only, and wait when they are full', () => {
    const world = new PlanWorld().apply(
      ...basics('v4'),
      namespace('ns1'),
      ipPool('p1', 'ovn-default', ['10.16.9.0..10.16.9.1'], ['ns1']),
    );
    world.apply(pod('a', { namespace: 'ns1' }), pod('b', { namespace: 'ns1' }), pod('c', { namespace: 'ns1' }));
    expect([addressOf(world, 'a.ns1'), addressOf(world, 'b.ns1')].sort()).toEqual(['10.16.9.0', '10.16.9.1']);
    expect(world.refusals.get('Pod/ns1/c')).toBe('ERR_IPAM_NO_AVAILABLE_ADDRESS');
    expect(world.get('Namespace', 'ns1')?.metadata.annotations).toMatchObject({ 'ovn.kubernetes.io/ip_pool': 'p1' });
  });

  test('others never get an address of a pool by chance', () => {
    const world = new PlanWorld().apply(...basics('v4'), ipPool('p1', 'ovn-default', ['10.16.0.2..10.16.0.9']));
    world.apply(pod('a'));
    expect(addressOf(world, 'a.default')).toBe('10.16.0.10');
    world.apply(pod('named', { annotations: { 'ovn.kubernetes.io/ip_pool': 'p1' } }));
    expect(addressOf(world, 'named.default')).toBe('10.16.0.2');
  });

  test('may not ask for an address of a pool of other namespaces', () => {
    const world = new PlanWorld().apply(...basics('v4'), namespace('ns1'), namespace('ns2'));
    world.apply(
      ipPool('pool-ns1', 'ovn-default', ['10.16.10.16/29'], ['ns1']),
      ipPool('pool-ns2', 'ovn-default', ['10.16.10.24/29'], ['ns2']),
    );
    world.apply(pod('a', { namespace: 'ns1', annotations: { 'ovn.kubernetes.io/ip_address': '10.16.10.26' } }));
    expect(world.refusals.get('Pod/ns1/a')).toBe('ERR_IPPOOL_FOREIGN');
    world.apply(pod('b', { namespace: 'ns1', annotations: { 'ovn.kubernetes.io/ip_pool': 'pool-ns2' } }));
    expect(world.refusals.get('Pod/ns1/b')).toBe('ERR_IPPOOL_FOREIGN');
  });

  test.each([
    ['001', '002'],
    ['002', '001'],
  ])('draw from the pool of the subnet that they name, created %s before %s', (...order) => {
    const world = new PlanWorld().apply(
      ...basics('v4'),
      namespace('ns'),
      subnet('001', '10.1.0.0/24', { namespaces: ['ns'] }),
      subnet('002', '10.2.0.0/24', { namespaces: ['ns'] }),
    );
    for (const name of order)
      world.apply(ipPool(`pool-${name}`, name, [`10.${Number(name)}.0.20..10.${Number(name)}.0.30`], ['ns']));
    world.apply(pod('a', { namespace: 'ns', annotations: { 'ovn.kubernetes.io/logical_switch': '001' } }));
    expect(addressOf(world, 'a.ns')).toBe('10.1.0.20');
  });
});

test('the use of a pool is in its status, its addresses in a set when asked for', () => {
  const world = new PlanWorld().apply(
    ...basics('v4'),
    ipPool('web-pool', 'ovn-default', ['10.16.9.0/30', '10.16.9.9..10.16.9.12'], [], { enableAddressSet: true }),
  );
  world.apply(pod('a', { annotations: { 'ovn.kubernetes.io/ip_pool': 'web-pool' } }));
  expect(world.row('Address_Set|web.pool')).toMatchObject({ external_ids: { ippool: 'web-pool' } });
  expect(world.members('Address_Set|web.pool', 'addresses')).toEqual([
    '10.16.9.0/30',
    '10.16.9.10/31',
    '10.16.9.12',
    '10.16.9.9',
  ]);
  expect(world.get('IPPool', 'web-pool')?.status).toMatchObject({
    v4UsingIPs: 1,
    v4AvailableIPs: 7,
    v4UsingIPRange: '10.16.9.0',
  });
  world.delete('IPPool', 'web-pool');
  expect(world.row('Address_Set|web.pool')).toBeUndefined();
});

test.each([
  ['outside of its subnet', ipPool('bad', 'ovn-default', ['10.99.0.1']), 'ERR_IPPOOL_OUTSIDE_SUBNET'],
  ['of an unknown subnet', ipPool('bad', 'nowhere', ['10.16.9.1']), 'ERR_IPPOOL_SUBNET_UNKNOWN'],
  ['over another pool', ipPool('bad', 'ovn-default', ['10.16.8.5..10.16.8.9']), 'ERR_IPPOOL_OVERLAP'],
  ['of nonsense', ipPool('bad', 'ovn-default', ['all']), 'ERR_IPPOOL_RANGE_INVALID'],
])('a pool %s says so in its condition', (_, object, code) => {
  const world = new PlanWorld().apply(...basics('v4'), ipPool('a-good', 'ovn-default', ['10.16.8.0/28']));
  world.now += 1000;
  world.apply(object);
  expect(world.get('IPPool', 'bad')?.status).toMatchObject({
    conditions: expect.arrayContaining([
      expect.objectContaining({ type: 'Ready', status: 'False', message: expect.stringContaining(code) }),
    ]),
  });
  world.apply(pod('web'));
  expect(addressOf(world, 'web.default')).toBe('10.16.0.2');
});
