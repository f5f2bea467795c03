import { expect, test } from 'vitest';
import { basics, namespace, pod, subnet, vpc } from '../../testing/objects.ts';
import { PlanWorld } from '../../testing/plan-world.ts';

test('the default VPC is a router whose default route leads to the join network', () => {
  const world = new PlanWorld().apply(...basics());
  expect(world.row('Logical_Router|ovn-cluster')).toMatchObject({
    options: { mac_binding_age_threshold: '300', dynamic_neigh_routers: 'true' },
  });
  expect(Object.keys(world.rows('Logical_Router_Static_Route'))).toEqual([
    'Logical_Router_Static_Route|ovn-cluster||dst-ip|0.0.0.0/0|100.64.0.1',
    'Logical_Router_Static_Route|ovn-cluster||dst-ip|::/0|fd00:100:64::1',
  ]);
  expect(world.get('Vpc', 'ovn-cluster')?.status).toMatchObject({
    standby: true,
    default: true,
    router: 'ovn-cluster',
    defaultLogicalSwitch: 'ovn-default',
  });
});

test('routes of a custom VPC are exactly those of its spec, none to itself', () => {
  const world = new PlanWorld().apply(
    ...basics('v4'),
    vpc('t1', {
      staticRoutes: [
        { cidr: '0.0.0.0/0', nextHopIP: '10.0.0.254' },
        { cidr: '10.0.0.0/24', nextHopIP: '10.0.0.253', policy: 'policySrc', routeTable: 'rt' },
      ],
      policyRoutes: [
        { priority: 10, match: 'ip4', action: 'reroute', nextHopIP: '172.26.31.51,172.26.31.52' },
        { priority: 5, match: 'ip6', action: 'drop' },
      ],
    }),
    subnet('s1', '10.0.0.0/24', { vpc: 't1' }),
  );
  expect(Object.keys(world.rows('Logical_Router_Static_Route|t1'))).toEqual([
    'Logical_Router_Static_Route|t1|rt|src-ip|10.0.0.0/24|10.0.0.253',
    'Logical_Router_Static_Route|t1||dst-ip|0.0.0.0/0|10.0.0.254',
  ]);
  expect(world.row('Logical_Router_Policy|t1|10|ip4')).toMatchObject({
    action: 'reroute',
    nexthops: ['172.26.31.51', '172.26.31.52'],
  });
  expect(world.row('Logical_Router_Policy|t1|5|ip6')).toMatchObject({ action: 'drop', nexthops: [] });
  expect(world.get('Vpc', 't1')?.status).toMatchObject({
    standby: true,
    default: false,
    subnets: ['s1'],
    tcpLoadBalancer: 'vpc-t1-tcp-load',
  });
});

test('a bad route makes the condition of its VPC false and leaves the routes that work', () => {
  const good = { staticRoutes: [{ cidr: '0.0.0.0/0', nextHopIP: '10.0.0.254' }] };
  const world = new PlanWorld().apply(...basics('v4'), vpc('t1', good));
  const before = world.rows();
  world.apply(vpc('t1', { staticRoutes: [{ cidr: '0.0.0.0/0', nextHopIP: 'gateway' }] }));
  expect(world.rows()).toEqual(before);
  expect(world.get('Vpc', 't1')?.status).toMatchObject({
    conditions: expect.arrayContaining([
      expect.objectContaining({
        type: 'Ready',
        status: 'False',
        message: expect.stringContaining('ERR_VPC_STATIC_ROUTE_INVALID'),
      }),
    ]),
  });
  world.apply(vpc('t1', good));
  expect(world.get('Vpc', 't1')?.status).toMatchObject({
    conditions: expect.arrayContaining([expect.objectContaining({ type: 'Ready', status: 'True' })]),
  });
});

test('a namespace of a custom VPC goes to its default subnet, kube-system never', () => {
  const world = new PlanWorld().apply(...basics('v4'), namespace('t'), namespace('kube-system'));
  world.apply(
    vpc('t1', { namespaces: ['t', 'kube-system'], defaultSubnet: 's1' }),
    subnet('s1', '10.16.0.0/16', { vpc: 't1' }),
  );
  world.apply(pod('a', { namespace: 't', node: 'node1' }), pod('dns', { namespace: 'kube-system', node: 'node1' }));
  expect(world.get('IP', 'a.t')?.spec).toMatchObject({ subnet: 's1' });
  expect(world.get('IP', 'dns.kube-system')?.spec).toMatchObject({ subnet: 'ovn-default' });
  expect(world.get('Pod', 't/a')?.metadata.annotations).toMatchObject({ 'ovn.kubernetes.io/logical_router': 't1' });
});
