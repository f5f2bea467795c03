import { expect, test } from 'vitest';
import type { VpcSpec } from './schema.ts';
import { validateVpcSpec } from './validate.ts';

const staticRoute = { cidr: '0.0.0.0/0', nextHopIP: '10.0.1.254', policy: 'policyDst' };
const policyRoute = { action: 'reroute', match: 'ip4', priority: 10, nextHopIP: '10.0.1.1,10.0.1.2' };

test.each<[string, VpcSpec, string]>([
  ['empty', {}, 'accepted'],
  ['static route', { staticRoutes: [staticRoute] }, 'accepted'],
  ['static route to an address', { staticRoutes: [{ ...staticRoute, cidr: 'fd00::1' }] }, 'accepted'],
  ['static route by source', { staticRoutes: [{ ...staticRoute, policy: 'policySrc' }] }, 'accepted'],
  ['static route: policy', { staticRoutes: [{ ...staticRoute, policy: 'dst' }] }, 'ERR_VPC_STATIC_ROUTE_INVALID'],
  ['static route: CIDR', { staticRoutes: [{ ...staticRoute, cidr: '10.0.0.0/40' }] }, 'ERR_VPC_STATIC_ROUTE_INVALID'],
  ['static route: no CIDR', { staticRoutes: [{ ...staticRoute, cidr: '' }] }, 'ERR_VPC_STATIC_ROUTE_INVALID'],
  [
    'static route: two next hops',
    { staticRoutes: [{ ...staticRoute, nextHopIP: '10.0.1.1,10.0.1.2' }] },
    'ERR_VPC_STATIC_ROUTE_INVALID',
  ],
  ['static route: no next hop', { staticRoutes: [{ cidr: '10.0.0.0/8' }] }, 'ERR_VPC_STATIC_ROUTE_INVALID'],
  ['policy route', { policyRoutes: [policyRoute] }, 'accepted'],
  [
    'policy route: next hop',
    { policyRoutes: [{ ...policyRoute, nextHopIP: '10.0.1.1,x' }] },
    'ERR_VPC_POLICY_ROUTE_INVALID',
  ],
  [
    'policy route: reroute to nowhere',
    { policyRoutes: [{ ...policyRoute, nextHopIP: '' }] },
    'ERR_VPC_POLICY_ROUTE_INVALID',
  ],
  ['policy route: action', { policyRoutes: [{ ...policyRoute, action: 'deny' }] }, 'ERR_VPC_POLICY_ROUTE_INVALID'],
  ['policy route: priority', { policyRoutes: [{ ...policyRoute, priority: 32768 }] }, 'ERR_VPC_POLICY_ROUTE_INVALID'],
  ['peering', { vpcPeerings: [{ remoteVpc: 'b', localConnectIP: '169.254.0.1/30' }] }, 'accepted'],
  [
    'peering of both families',
    { vpcPeerings: [{ remoteVpc: 'b', localConnectIP: '169.254.0.1/30,fd00::1/126' }] },
    'accepted',
  ],
  [
    'peering without length',
    { vpcPeerings: [{ remoteVpc: 'b', localConnectIP: '169.254.0.1' }] },
    'ERR_VPC_PEERING_INVALID',
  ],
  ['peering without address', { vpcPeerings: [{ remoteVpc: 'b' }] }, 'ERR_VPC_PEERING_INVALID'],
])('%s: %s', (_name, spec, code) => {
  const result = validateVpcSpec('vpc1', spec);
  expect(result.ok ? 'accepted' : result.error.code).toBe(code);
});

test('policyDst is the default, next hops without a reroute are cleared, and all else stays', () => {
  const spec = {
    staticRoutes: [{ cidr: '0.0.0.0/0', nextHopIP: '10.0.1.254' }],
    policyRoutes: [{ action: 'drop', match: 'ip4', priority: 1, nextHopIP: 'nonsense' }],
    unknown: 1,
  };
  const result = validateVpcSpec('vpc1', spec);
  expect(result).toEqual({
    ok: true,
    value: {
      staticRoutes: [staticRoute],
      policyRoutes: [{ action: 'drop', match: 'ip4', priority: 1, nextHopIP: '' }],
      unknown: 1,
    },
  });
});
