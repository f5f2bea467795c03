import { describe, expect, test } from 'vitest';
import { validateSubnetAcls } from './acls.ts';
import { normaliseSubnetSpec } from './normalise.ts';
import type { SubnetSpec } from './schema.ts';

const defaults = { defaultVpc: 'ovn-cluster', defaultSubnet: 'ovn-default', joinSubnet: 'join', enableLb: true };
const v4 = { cidrBlock: '10.1.0.0/16' };
const v6 = { cidrBlock: 'fd00:1::/64' };
const dual = { cidrBlock: '10.1.0.0/16,fd00:1::/64' };
const underlay = { ...v4, vlan: 'v1', u2oInterconnection: true };

test.each<[string, SubnetSpec, string]>([
  ['allowSubnets', { ...v4, allowSubnets: ['10.2.0.0/16', 'fd00::/64'] }, 'accepted'],
  ['allowSubnets: an address', { ...v4, allowSubnets: ['10.2.0.1'] }, 'ERR_SUBNET_ALLOW_SUBNETS_INVALID'],
  ['gatewayType', { ...v4, gatewayType: 'sideways' }, 'ERR_SUBNET_GATEWAY_TYPE_INVALID'],
  ['gatewayType in upper case', { ...v4, gatewayType: 'Distributed' }, 'ERR_SUBNET_GATEWAY_TYPE_INVALID'],
  ['mtu 1279 with IPv6', { ...dual, mtu: 1279 }, 'ERR_SUBNET_MTU_TOO_SMALL'],
  ['mtu 1280 with IPv6', { ...v6, mtu: 1280 }, 'accepted'],
  ['mtu 0 with IPv6', { ...v6, mtu: 0 }, 'accepted'],
  ['mtu 576 with IPv4', { ...v4, mtu: 576 }, 'accepted'],
  ['name of the VPC', { ...v4, vpc: 'net1' }, 'ERR_SUBNET_NAME_IS_VPC'],
  ['egress gateway', { ...v4, externalEgressGateway: '192.168.0.1' }, 'accepted'],
  ['egress gateways', { ...dual, externalEgressGateway: '192.168.0.1,fd01::1' }, 'accepted'],
  ['egress gateway of one family of two', { ...dual, externalEgressGateway: 'fd01::1' }, 'accepted'],
  [
    'egress gateway and NAT',
    { ...v4, externalEgressGateway: '192.168.0.1', natOutgoing: true },
    'ERR_SUBNET_EGRESS_GATEWAY_NAT',
  ],
  ['egress gateway: no address', { ...v4, externalEgressGateway: 'x' }, 'ERR_SUBNET_EGRESS_GATEWAY_INVALID'],
  [
    'egress gateway: two of a family',
    { ...dual, externalEgressGateway: '192.168.0.1,192.168.0.2' },
    'ERR_SUBNET_EGRESS_GATEWAY_INVALID',
  ],
  [
    'egress gateway: three',
    { ...dual, externalEgressGateway: '192.168.0.1,fd01::1,fd01::2' },
    'ERR_SUBNET_EGRESS_GATEWAY_INVALID',
  ],
  [
    'egress gateway of the other family',
    { ...v4, externalEgressGateway: 'fd01::1' },
    'ERR_SUBNET_EGRESS_GATEWAY_FAMILY',
  ],
  ['vips', { ...dual, vips: ['10.1.0.9', 'FD00:1::9'] }, 'accepted'],
  ['vip outside', { ...v4, vips: ['10.1.0.9', '10.2.0.9'] }, 'ERR_SUBNET_VIP_OUTSIDE'],
  ['vip: no address', { ...v4, vips: ['vip'] }, 'ERR_SUBNET_VIP_OUTSIDE'],
  ['vip of the other family', { ...v4, vips: ['fd00:1::9'] }, 'ERR_SUBNET_VIP_OUTSIDE'],
  ['logical gateway and U2O', { ...underlay, logicalGateway: true }, 'ERR_SUBNET_LOGICAL_GATEWAY_U2O'],
  ['overlay-only routing', { ...underlay, u2oFeatures: { overlayOnlyRouting: true } }, 'accepted'],
  [
    'overlay-only routing without U2O',
    { ...v4, vlan: 'v1', u2oFeatures: { overlayOnlyRouting: true } },
    'ERR_SUBNET_OVERLAY_ONLY_ROUTING',
  ],
  [
    'overlay-only routing without VLAN',
    { ...underlay, vlan: '', u2oFeatures: { overlayOnlyRouting: true } },
    'ERR_SUBNET_OVERLAY_ONLY_ROUTING',
  ],
  ['U2O address', { ...underlay, u2oInterconnectionIP: '10.1.0.9' }, 'accepted'],
  ['U2O address outside', { ...underlay, u2oInterconnectionIP: '10.2.0.9' }, 'ERR_SUBNET_U2O_IP_OUTSIDE'],
  ['U2O address is no address', { ...underlay, u2oInterconnectionIP: 'x' }, 'ERR_SUBNET_U2O_IP_OUTSIDE'],
  ['U2O address is the gateway', { ...underlay, u2oInterconnectionIP: '10.1.0.1' }, 'ERR_SUBNET_U2O_IP_IS_GATEWAY'],
  [
    'U2O address is the gateway, otherwise spelled',
    { ...underlay, ...v6, u2oInterconnectionIP: 'fd00:1:0::1' },
    'ERR_SUBNET_U2O_IP_IS_GATEWAY',
  ],
])('%s: %s', (_name, spec, code) => {
  const result = normaliseSubnetSpec('net1', spec, defaults);
  expect(result.ok ? 'accepted' : result.error.code).toBe(code);
  if (!result.ok) {
    expect(result.error.reason).toBe('ValidateLogicalSwitchFailed');
    expect(result.error.message).not.toMatch(/\{\w+\}/);
  }
});

describe('ACLs', () => {
  const acl = { direction: 'to-lport', action: 'drop', priority: 1000, match: 'ip4' };

  test.each<[string, object, string]>([
    ['good', {}, 'accepted'],
    ['direction', { direction: 'in' }, 'direction "in"'],
    ['action', { action: 'deny' }, 'action "deny"'],
    ['priority too high', { priority: 32768 }, 'priority "32768"'],
    ['priority below zero', { priority: -1 }, 'priority "-1"'],
  ])('%s', (_name, change, text) => {
    const result = validateSubnetAcls('net1', [acl, { ...acl, ...change }]);
    expect(result.ok ? 'accepted' : result.error.message).toContain(text);
    if (!result.ok) expect(result.error.reason).toBe('SetLogicalSwitchAclsFailed');
  });
});
