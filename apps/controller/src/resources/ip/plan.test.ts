import { describe, expect, test } from 'vitest';
import { basics, ip, namespace, node, pod, statefulSet, subnet } from '../../testing/objects.ts';
import { PlanWorld } from '../../testing/plan-world.ts';

function specOf(world: PlanWorld, name: string): Readonly<Record<string, unknown>> {
  return (world.get('IP', name)?.spec ?? {}) as Readonly<Record<string, unknown>>;
}

describe('who keeps an address', () => {
  test('a StatefulSet pod, over its deletion and eviction', () => {
    const world = new PlanWorld().apply(
      ...basics('v4'),
      statefulSet('x', 2),
      pod('x-0', { statefulSet: 'x', node: 'node1' }),
      pod('first'),
    );
    const before = specOf(world, 'x-0.default').v4IpAddress;
    world.delete('Pod', 'default/x-0').apply(pod('other'));
    expect(specOf(world, 'x-0.default').v4IpAddress).toBe(before);
    expect(world.row('Logical_Switch_Port|x-0.default')).toBeDefined();
    // One incarnation comes with an empty annotation, as an eviction leaves it.
    world.apply(pod('x-0', { statefulSet: 'x', annotations: { 'ovn.kubernetes.io/ip_address': '' } }));
    expect(specOf(world, 'x-0.default').v4IpAddress).toBe(before);
  });

  test.each([
    ['the set is scaled down', (world: PlanWorld) => world.apply(statefulSet('x', 1))],
    ['the set is gone', (world: PlanWorld) => world.delete('StatefulSet', 'default/x')],
    [
      'its template names another subnet',
      (world: PlanWorld) => world.apply(statefulSet('x', 2, { 'ovn.kubernetes.io/logical_switch': 'elsewhere' })),
    ],
    [
      'its namespace has moved to another subnet',
      (world: PlanWorld) => world.apply(subnet('moved', '10.50.0.0/24', { namespaces: ['default'] })),
    ],
  ])('not when %s', (_, change) => {
    const world = new PlanWorld().apply(
      ...basics('v4'),
      statefulSet('x', 2),
      pod('x-1', { statefulSet: 'x', node: 'node1' }),
    );
    world.delete('Pod', 'default/x-1');
    expect(world.get('IP', 'x-1.default')).toBeDefined();
    change(world);
    expect(world.get('IP', 'x-1.default')).toBeUndefined();
  });

  test('a pod being deleted, until its grace is over', () => {
    const world = new PlanWorld().apply(...basics('v4'));
    const dying = pod('slow', { node: 'node1', spec: { terminationGracePeriodSeconds: 10 } });
    world.apply(dying);
    world.apply({
      ...dying,
      metadata: { ...dying.metadata, deletionTimestamp: new Date(world.now + 10_000).toISOString() },
    });
    expect(world.get('IP', 'slow.default')).toBeDefined();
    world.now += 20_001;
    world.settle();
    expect(world.get('IP', 'slow.default')).toBeUndefined();
  });

  test.each([
    ['finished', { spec: { restartPolicy: 'Never' }, status: { phase: 'Succeeded' } }],
    ['failed for good', { spec: { restartPolicy: 'Never' }, status: { phase: 'Failed' } }],
    ['evicted', { status: { phase: 'Failed', reason: 'Evicted' } }],
  ])('not a pod that is %s', (_, end) => {
    const world = new PlanWorld().apply(...basics('v4'), pod('job', { node: 'node1' }));
    world.apply(pod('job', { node: 'node1', ...end }));
    expect(world.get('IP', 'job.default')).toBeUndefined();
    expect(world.get('Subnet', 'ovn-default')?.status).toMatchObject({ v4usingIPs: 0 });
  });

  test('a new pod of the same name that asks for something else gets that', () => {
    const world = new PlanWorld().apply(
      ...basics('v4'),
      pod('vm', { annotations: { 'ovn.kubernetes.io/ip_address': '10.16.0.10' } }),
    );
    world.recreate(pod('vm', { annotations: { 'ovn.kubernetes.io/ip_address': '10.16.0.20' } }));
    expect(specOf(world, 'vm.default').v4IpAddress).toBe('10.16.0.20');
    world.apply(pod('second', { annotations: { 'ovn.kubernetes.io/ip_address': '10.16.0.10' } }));
    expect(specOf(world, 'second.default').v4IpAddress).toBe('10.16.0.10');
  });
});

describe('an IP made by a user', () => {
  test('is a reservation, used by the pod of its name, kept after it', () => {
    const world = new PlanWorld().apply(...basics('v4'));
    world.apply(
      ip('db.default', { subnet: 'ovn-default', podName: 'db', namespace: 'default', v4IpAddress: '10.16.0.99' }),
    );
    expect(world.get('IP', 'db.default')?.metadata.labels).toMatchObject({
      'ovn.kubernetes.io/ip_reserved': 'true',
      'ovn.kubernetes.io/subnet': 'ovn-default',
    });
    world.apply(pod('thief', { annotations: { 'ovn.kubernetes.io/ip_address': '10.16.0.99' } }));
    expect(world.refusals.get('Pod/default/thief')).toBe('ERR_IPAM_ADDRESS_CONFLICT');
    world.apply(pod('db', { node: 'node1' }));
    expect(world.row('Logical_Switch_Port|db.default')).toBeDefined();
    world.delete('Pod', 'default/db');
    expect(specOf(world, 'db.default').v4IpAddress).toBe('10.16.0.99');
    expect(world.row('Logical_Switch_Port|db.default')).toBeUndefined();
  });

  test('without an address gets one', () => {
    const world = new PlanWorld().apply(
      ...basics(),
      ip('db.default', { subnet: 'ovn-default', podName: 'db', namespace: 'default' }),
    );
    expect(specOf(world, 'db.default')).toMatchObject({ v4IpAddress: '10.16.0.2', v6IpAddress: 'fd00:10:16::2' });
  });
});

test('the same address in two VPCs is no conflict', () => {
  const world = new PlanWorld().apply(...basics('v4'), namespace('tenant'));
  world.apply({
    apiVersion: 'kubeovn.io/v1',
    kind: 'Vpc',
    metadata: { name: 'tenant' },
    spec: { namespaces: ['tenant'] },
  });
  world.apply(subnet('twin', '10.16.0.0/16', { vpc: 'tenant', namespaces: ['tenant'] }));
  world.apply(pod('a', { node: 'node1' }), pod('a', { namespace: 'tenant', node: 'node1' }));
  expect(specOf(world, 'a.default')).toMatchObject({ v4IpAddress: '10.16.0.2', subnet: 'ovn-default' });
  expect(specOf(world, 'a.tenant')).toMatchObject({ v4IpAddress: '10.16.0.2', subnet: 'twin' });
  expect(world.row('Logical_Switch_Port|a.tenant')).toMatchObject({ external_ids: { ls: 'twin' } });
  // A pod of an isolated VPC must not leave by a node of the default one.
  expect(world.members('Address_Set|distributed.node1.ip4', 'addresses')).toEqual(['10.16.0.2']);
});

test('the join address of a node comes and goes with it, and is the old one when the node remembers it', () => {
  const world = new PlanWorld().apply(...basics('v4'), node('node2', '172.18.0.3'));
  const address = specOf(world, 'node-node2').v4IpAddress;
  const remembered = world.get('Node', 'node2')?.metadata.annotations;
  world.delete('Node', 'node2').apply(node('node3', '172.18.0.4'));
  expect(world.get('IP', 'node-node2')).toBeUndefined();
  expect(world.row('Logical_Switch_Port|node-node2')).toBeUndefined();
  expect(Object.keys(world.rows('Logical_Router_Policy')).filter((id) => id.includes('node2'))).toEqual([]);
  const again = node('node2', '172.18.0.3');
  world.apply({ ...again, metadata: { ...again.metadata, annotations: remembered } });
  expect(specOf(world, 'node-node2').v4IpAddress).toBe(address);
});

test('an address is never given to a pod while a node has it', () => {
  const world = new PlanWorld().apply(...basics('v4'), node('inside', '10.16.0.2'));
  world.apply(pod('web'));
  expect(specOf(world, 'web.default').v4IpAddress).toBe('10.16.0.3');
  expect(world.events.map((event) => event.reason)).toContain('NodeAddressConflictWithSubnet');
});
