// Whatever users write into objects and annotations: no plan throws, and a good pod of a good subnet gets its network.

import type { KubeObject } from '@kube-ovn/kube';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { basics, ip, ipPool, namespace, pod, subnet, vpc } from '../testing/objects.ts';
import { PlanWorld } from '../testing/plan-world.ts';

const TEXTS = fc.oneof(
  fc.constantFrom(
    '',
    ',',
    ';',
    '..',
    '/',
    '10.16.0.0/16',
    '10.0.0.0/33',
    '::/0',
    '0.0.0.0/0',
    'fd00::/64,fd01::/64',
    '1.2.3.4',
    '1.2.3.4,1.2.3.4',
    '999.1.1.1',
    'fe80::1',
    '10.16.0.1..10.16.0.0',
    'nan',
    '__proto__',
    'ovn-default',
    'join',
    'node1',
  ),
  fc.string({ maxLength: 20 }),
  fc.ipV4(),
  fc.ipV6(),
  fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 40 })).map(([address, length]) => `${address}/${length}`),
);
const ANYTHING = fc.oneof(
  TEXTS,
  fc.boolean(),
  fc.integer(),
  fc.constant(null),
  fc.array(TEXTS, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('a', 'match', 'ip'), TEXTS),
);

const spec = (...fields: string[]) => fc.dictionary(fc.constantFrom(...fields), ANYTHING, { maxKeys: 6 });

const SUBNETS = fc
  .tuple(
    TEXTS,
    spec(
      'vpc',
      'gateway',
      'excludeIps',
      'protocol',
      'provider',
      'namespaces',
      'namespaceSelectors',
      'gatewayType',
      'gatewayNode',
      'gatewayNodeSelectors',
      'vlan',
      'acls',
      'mtu',
      'natOutgoingPolicyRules',
      'allowSubnets',
      'private',
      'routeTable',
      'vips',
    ),
  )
  .map(([cidr, fields]) => subnet('zz-bad', cidr, fields));
const VPCS = spec('namespaces', 'staticRoutes', 'policyRoutes', 'defaultSubnet', 'vpcPeerings').map((fields) =>
  vpc('zz-vpc', fields),
);
const POOLS = fc
  .tuple(fc.array(TEXTS, { maxLength: 4 }), spec('namespaces', 'enableAddressSet', 'ips'))
  .map(([ips, fields]) => ipPool('zz-pool', 'zz-net', ips, [], fields));
const IPS = spec(
  'subnet',
  'podName',
  'namespace',
  'v4IpAddress',
  'v6IpAddress',
  'macAddress',
  'podType',
  'ipAddress',
).map((fields) => ip('zz-ip', fields));
const ANNOTATIONS = fc.dictionary(
  fc
    .constantFrom(
      'logical_switch',
      'ip_address',
      'mac_address',
      'ip_pool',
      'ip_family',
      'port_security',
      'port_vips',
      'layer2_forward',
      'allocated',
      'routed',
    )
    .map((name) => `ovn.kubernetes.io/${name}`),
  TEXTS,
);
const PODS = ANNOTATIONS.map((annotations) => pod('zz-pod', { namespace: 'zz', node: 'node1', annotations }));

const OBJECTS: fc.Arbitrary<KubeObject> = fc.oneof(SUBNETS, VPCS, POOLS, IPS, PODS);

test('bad objects harm nobody', () => {
  fc.assert(
    fc.property(fc.array(OBJECTS, { minLength: 1, maxLength: 5 }), (objects) => {
      const world = new PlanWorld().apply(...basics(), namespace('zz'), subnet('zz-net', '10.40.0.0/24'));
      const before = world.rows();
      world.now += 1000;
      for (const object of objects) world.apply(object);
      world.apply(pod('good', { node: 'node1' }));
      expect(world.get('IP', 'good.default')?.spec).toMatchObject({ subnet: 'ovn-default' });
      expect(world.get('Pod', 'default/good')?.metadata.annotations).toMatchObject({
        'ovn.kubernetes.io/routed': 'true',
      });
      expect(world.rows()).toMatchObject(before);
    }),
    { numRuns: 300 },
  );
});
