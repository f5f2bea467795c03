import type { InstalledRoute } from '@kube-ovn/netlink';
import { describe, expect, test } from 'vitest';
import { subnetRecord } from '../kube/subnet-record.ts';
import { compareRoutes, wantedRoutes } from './host-routes.ts';

const JOIN = {
  portName: 'node-n1',
  mac: '00:00:00:00:64:02',
  addresses: [
    { family: 4, ip: '100.64.0.2', cidr: '100.64.0.2/16', block: '100.64.0.0/16', gateway: '100.64.0.1' },
    { family: 6, ip: 'fd00:64::2', cidr: 'fd00:64::2/112', block: 'fd00:64::/112', gateway: 'fd00:64::1' },
  ],
} as const;

const VALID = { conditions: [{ type: 'Validated', status: 'True' }] };

function subnet(name: string, spec: object, status: object = VALID) {
  return subnetRecord({ metadata: { name }, spec, status });
}

function wanted(...subnets: ReturnType<typeof subnet>[]) {
  return wantedRoutes({
    join: JOIN,
    subnets,
    clusterRouter: 'ovn-cluster',
    nodeSwitch: 'join',
    sources: { 4: '192.0.2.10' },
    internalIps: ['192.0.2.10', 'fd00:192::10'],
  });
}

describe('which subnets are routed', () => {
  test.each([
    ['overlay', { cidrBlock: '10.16.0.0/16' }, ['10.16.0.0/16']],
    ['dual', { cidrBlock: '10.16.0.0/16,fd00:16::/112' }, ['10.16.0.0/16', 'fd00:16::/112']],
    ['of another VPC', { cidrBlock: '10.16.0.0/16', vpc: 'v1' }, []],
    ['underlay', { cidrBlock: '10.16.0.0/16', vlan: 'v' }, []],
    ['underlay with logical gateway', { cidrBlock: '10.16.0.0/16', vlan: 'v', logicalGateway: true }, ['10.16.0.0/16']],
    ['U2O', { cidrBlock: '10.16.0.0/16', vlan: 'v', u2oInterconnection: true }, []],
    [
      'U2O without LB',
      { cidrBlock: '10.16.0.0/16', vlan: 'v', u2oInterconnection: true, enableLb: false },
      ['10.16.0.0/16'],
    ],
    ['around the node itself', { cidrBlock: '192.0.0.0/8' }, []],
    ['the join network', { cidrBlock: '100.64.0.0/16' }, []],
    ['MAC only', { protocol: 'Mac' }, []],
  ])('%s', (name, spec, destinations) => {
    expect(wanted(subnet(name, spec)).map(({ destination }) => destination)).toEqual(destinations);
  });

  test('only validated ones', () => {
    expect(wanted(subnet('s', { cidrBlock: '10.16.0.0/16' }, {}))).toEqual([]);
  });

  test('a whole route; a family never has the source of the other', () => {
    expect(wanted(subnet('s', { cidrBlock: '10.16.0.0/16,fd00:16::/112' }))).toEqual([
      {
        family: 4,
        destination: '10.16.0.0/16',
        gateway: '100.64.0.1',
        link: 'ovn0',
        source: '192.0.2.10',
        protocol: 'static',
      },
      {
        family: 6,
        destination: 'fd00:16::/112',
        gateway: 'fd00:64::1',
        link: 'ovn0',
        source: undefined,
        protocol: 'static',
      },
    ]);
  });
});

const WISH = wanted(subnet('s', { cidrBlock: '10.16.0.0/16' }));

function installed(route: Partial<InstalledRoute>): InstalledRoute {
  return {
    family: 4,
    destination: '10.16.0.0/16',
    gateway: '100.64.0.1',
    link: 'ovn0',
    source: '192.0.2.10',
    metric: 0,
    table: 254,
    protocol: 'static',
    scope: 'global',
    type: 'unicast',
    onLink: false,
    dead: false,
    ...route,
  };
}

describe('comparison', () => {
  test('what is right is left alone', () => {
    expect(compareRoutes(WISH, [installed({})])).toEqual({ replace: [], remove: [] });
  });

  test.each([
    ['missing', [], 1, 0],
    ['another gateway', [installed({ gateway: '100.64.0.9' })], 1, 1],
    ['another source', [installed({ source: '192.0.2.99' })], 1, 1],
    ['by another link', [installed({ link: 'eth0', source: undefined })], 1, 1],
    ['by another link with our source', [installed({ link: 'eth0' })], 0, 0],
    ['by another link, less preferred', [installed({ link: 'eth0', source: undefined, metric: 100 })], 1, 0],
    ['a stranger on ovn0', [installed({}), installed({ destination: '10.99.0.0/16' })], 0, 1],
    [
      'the connected route',
      [installed({}), installed({ destination: '100.64.0.0/16', scope: 'link', protocol: 'kernel' })],
      0,
      0,
    ],
    ['link-local', [installed({}), installed({ family: 6, destination: 'fe80::/64', protocol: 'kernel' })], 0, 0],
    ['a default route', [installed({}), installed({ destination: undefined })], 0, 0],
    ['a foreign route elsewhere', [installed({}), installed({ link: 'eth0', destination: '10.99.0.0/16' })], 0, 0],
  ])('%s', (_what, routes, replace, remove) => {
    const changes = compareRoutes(WISH, routes);
    expect([changes.replace.length, changes.remove.length]).toEqual([replace, remove]);
  });
});
