import { describe, expect, test } from 'vitest';
import { basics, namespace, node, pod, subnet, vpc } from '../../testing/objects.ts';
import { PlanWorld } from '../../testing/plan-world.ts';

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

function condition(world: PlanWorld, name: string, type: string): Condition | undefined {
  const status = world.get('Subnet', name)?.status as { conditions?: Condition[] } | undefined;
  return status?.conditions?.find((entry) => entry.type === type);
}

test('a subnet is a switch, a router port, a switch port and policies, and its spec is completed', () => {
  const world = new PlanWorld().apply(...basics(), subnet('blue', '10.30.0.5/24,FD00:30::/64'));
  expect(world.row('Logical_Switch|blue')).toMatchObject({
    name: 'blue',
    external_ids: { vendor: 'kube-ovn', owner: 'Subnet/blue' },
  });
  expect(world.row('Logical_Router_Port|ovn-cluster-blue')).toMatchObject({
    networks: ['10.30.0.1/24', 'fd00:30::1/64'],
  });
  expect(world.row('Logical_Switch_Port|blue-ovn-cluster')).toMatchObject({
    type: 'router',
    addresses: ['router'],
    options: { 'router-port': 'ovn-cluster-blue' },
  });
  expect(world.row('Logical_Router_Policy|ovn-cluster|31000|ip4.dst == 10.30.0.0/24')).toMatchObject({
    action: 'allow',
  });
  expect(world.row('Logical_Router_Policy|ovn-cluster|31000|ip6.dst == fd00:30::/64')).toMatchObject({
    action: 'allow',
  });
  expect(world.get('Subnet', 'blue')?.spec).toMatchObject({
    cidrBlock: '10.30.0.0/24,fd00:30::/64',
    gateway: '10.30.0.1,fd00:30::1',
    protocol: 'Dual',
    provider: 'ovn',
    vpc: 'ovn-cluster',
    gatewayType: 'distributed',
  });
  expect(condition(world, 'blue', 'Ready')).toMatchObject({ status: 'True' });
  expect(world.get('Vpc', 'ovn-cluster')?.status).toMatchObject({ subnets: ['blue', 'join', 'ovn-default'] });
});

describe('a bad subnet says why and harms nobody', () => {
  test.each([
    [
      'network address as gateway',
      subnet('bad', '192.168.0.0/24', { gateway: '192.168.0.0' }),
      'ERR_SUBNET_GATEWAY_RESERVED',
    ],
    [
      'broadcast address as gateway',
      subnet('bad', '192.168.0.0/24', { gateway: '192.168.0.255' }),
      'ERR_SUBNET_GATEWAY_RESERVED',
    ],
    ['gateway outside', subnet('bad', '172.31.0.0/24', { gateway: '192.168.128.2' }), 'ERR_SUBNET_GATEWAY_OUTSIDE'],
    ['no CIDR', subnet('bad', 'ten'), 'ERR_SUBNET_CIDR_INVALID'],
    ['overlap', subnet('bad', '10.16.128.0/24'), 'ERR_SUBNET_CIDR_OVERLAP'],
    ['overlap in IPv6 alone', subnet('bad', '10.77.0.0/16,fd00:10:16::/120'), 'ERR_SUBNET_CIDR_OVERLAP'],
    ['a node inside', subnet('bad', '172.18.0.0/16'), 'ERR_SUBNET_CONTAINS_NODE'],
    ['no such VPC', subnet('bad', '10.77.0.0/16', { vpc: 'nowhere' }), 'ERR_SUBNET_VPC_MISSING'],
    ['the name of a VPC', subnet('ovn-cluster', '10.77.0.0/16'), 'ERR_SUBNET_NAME_IS_VPC'],
  ])('%s', (_, object, code) => {
    const world = new PlanWorld().apply(...basics());
    const before = world.rows();
    world.now += 1000;
    world.apply(object);
    const { name } = object.metadata;
    expect(condition(world, name, 'Ready')).toMatchObject({ status: 'False', message: expect.stringContaining(code) });
    expect(condition(world, name, 'Validated')).toMatchObject({
      status: 'False',
      reason: 'ValidateLogicalSwitchFailed',
    });
    expect(world.events.filter((event) => event.type === 'Warning').map((event) => event.key)).toContain(
      `Subnet/${name}`,
    );
    expect(world.rows()).toEqual(before);
    world.apply(pod('web', { node: 'node1' }));
    expect(world.get('IP', 'web.default')).toBeDefined();
  });

  test('an IPv6 gateway at the end of its network is legal', () => {
    const world = new PlanWorld().apply(...basics(), subnet('six', '190:255::1:0/112', { gateway: '190:255::1:ffff' }));
    expect(condition(world, 'six', 'Ready')).toMatchObject({ status: 'True' });
  });

  test('a bad edit leaves rows, pods and bindings as they were', () => {
    const world = new PlanWorld().apply(
      ...basics('v4'),
      namespace('blue'),
      subnet('blue', '10.30.0.0/24', { namespaces: ['blue'] }),
    );
    world.apply(pod('a', { namespace: 'blue', node: 'node1' }));
    const before = world.rows();
    world.apply(subnet('blue', '10.30.0.0/24', { namespaces: ['blue'], gateway: '1.2.3.4' }));
    expect(condition(world, 'blue', 'Ready')).toMatchObject({ status: 'False' });
    expect(world.rows()).toEqual(before);
    expect(world.get('IP', 'a.blue')).toBeDefined();
    world.apply(subnet('blue', '10.30.0.0/24', { namespaces: ['blue'] }));
    expect(condition(world, 'blue', 'Ready')).toMatchObject({ status: 'True' });
    expect(condition(world, 'blue', 'Error')).toMatchObject({ status: 'False', reason: 'NoError' });
    expect(world.rows()).toEqual(before);
  });
});

describe('deleting', () => {
  test('waits for the last address, then leaves nothing', () => {
    const world = new PlanWorld().apply(...basics('v4'));
    const before = world.rows();
    world.apply(
      namespace('blue'),
      subnet('blue', '10.30.0.0/24', { namespaces: ['blue'] }),
      pod('a', { namespace: 'blue', node: 'node1' }),
    );
    world.delete('Subnet', 'blue');
    expect(world.get('Subnet', 'blue')).toBeDefined();
    expect(world.row('Logical_Switch|blue')).toBeDefined();
    world.delete('Pod', 'blue/a');
    expect(world.get('Subnet', 'blue')).toBeUndefined();
    expect(world.rows()).toEqual(before);
  });

  test('of a VPC waits for its subnets', () => {
    const world = new PlanWorld().apply(
      ...basics('v4'),
      namespace('t'),
      vpc('t1', { namespaces: ['t'] }),
      subnet('s1', '10.16.0.0/16', { vpc: 't1', namespaces: ['t'] }),
    );
    world.apply(pod('a', { namespace: 't', node: 'node1' })).delete('Vpc', 't1');
    expect(world.row('Logical_Router|t1')).toBeDefined();
    world.delete('Subnet', 's1');
    expect(world.row('Logical_Switch|s1')).toBeDefined();
    world.delete('Pod', 't/a');
    expect(world.get('Vpc', 't1')).toBeUndefined();
    expect(world.row('Logical_Router|t1')).toBeUndefined();
  });
});

describe('a centralized subnet', () => {
  const nodes = [node('node1', '172.18.0.2'), node('node2', '172.18.0.3')];
  const policy = 'Logical_Router_Policy|ovn-cluster|29000|ip4.src == 10.30.0.0/24';

  test('leaves by the first ready gateway node, and by all with ECMP', () => {
    const world = new PlanWorld().apply(
      ...basics('v4'),
      ...nodes,
      subnet('c', '10.30.0.0/24', { gatewayType: 'centralized', gatewayNode: 'node2,node1:172.18.0.2' }),
    );
    const joins = new Map(['node1', 'node2'].map((name) => [name, world.spec('IP', `node-${name}`).v4IpAddress]));
    expect(world.row(policy)).toMatchObject({ nexthops: [joins.get('node2')] });
    expect(world.get('Subnet', 'c')?.status).toMatchObject({ activateGateway: 'node2' });
    world.apply({
      ...nodes[1]!,
      status: {
        addresses: [{ type: 'InternalIP', address: '172.18.0.3' }],
        conditions: [{ type: 'Ready', status: 'False' }],
      },
    });
    expect(world.row(policy)).toMatchObject({ nexthops: [joins.get('node1')] });
    world.apply(
      nodes[1]!,
      subnet('c', '10.30.0.0/24', { gatewayType: 'centralized', gatewayNode: 'node2,node1', enableEcmp: true }),
    );
    expect(world.row(policy)).toMatchObject({
      nexthops: [joins.get('node2'), joins.get('node1')],
      external_ids: expect.objectContaining(Object.fromEntries(joins)),
    });
  });

  test('without a gateway node says so', () => {
    const world = new PlanWorld().apply(...basics('v4'), subnet('c', '10.30.0.0/24', { gatewayType: 'centralized' }));
    expect(condition(world, 'c', 'Ready')).toMatchObject({ status: 'False', reason: 'NoReadyGateway' });
    world.apply(subnet('c', '10.30.0.0/24', { gatewayType: 'centralized', gatewayNode: 'gone' }));
    expect(condition(world, 'c', 'Ready')).toMatchObject({
      status: 'False',
      reason: 'NoActiveGatewayFound',
      message: 'subnet c gws are not ready',
    });
  });
});
