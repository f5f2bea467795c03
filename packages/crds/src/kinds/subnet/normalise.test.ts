import { describe, expect, test } from 'vitest';
import type { SubnetDefaults } from './normal-spec.ts';
import { normaliseSubnetSpec } from './normalise.ts';
import type { SubnetSpec } from './schema.ts';

const defaults: SubnetDefaults = {
  defaultVpc: 'ovn-cluster',
  defaultSubnet: 'ovn-default',
  joinSubnet: 'join',
  enableLb: true,
  apiServerAddresses: ['10.96.0.1', 'fd00:10:96::1'],
};

function normal(spec: SubnetSpec, name = 'net1') {
  const result = normaliseSubnetSpec(name, spec, defaults);
  if (!result.ok) throw result.error;
  return result.value;
}

function codeOf(spec: SubnetSpec, name = 'net1'): string {
  const result = normaliseSubnetSpec(name, spec, defaults);
  return result.ok ? 'accepted' : result.error.code;
}

const V4 = '10.1.0.0/16';
const V6 = 'fd00:1::/64';
const DUAL = `${V4},${V6}`;

test('a CIDR alone is enough', () => {
  expect(normal({ cidrBlock: V4 })).toEqual({
    cidrBlock: V4,
    protocol: 'IPv4',
    gateway: '10.1.0.1',
    excludeIps: ['10.1.0.1'],
    provider: 'ovn',
    vpc: 'ovn-cluster',
    gatewayType: 'distributed',
    enableLb: true,
  });
});

describe('CIDR (C6: one spelling, whatever was written)', () => {
  test.each<[string, string, string]>([
    ['10.1.2.3/16', '10.1.0.0/16', 'IPv4'],
    ['FD00:0001::00AB/64', 'fd00:1::/64', 'IPv6'],
    ['fd00:1::/64,10.1.0.0/16', '10.1.0.0/16,fd00:1::/64', 'Dual'],
    ['10.1.0.0/16, fd00:1::/64', '10.1.0.0/16,fd00:1::/64', 'Dual'],
    ['10.1.0.0/31', '10.1.0.0/31', 'IPv4'],
    ['fd00:1::/127', 'fd00:1::/127', 'IPv6'],
  ])('%s', (cidrBlock, text, protocol) => expect(normal({ cidrBlock })).toMatchObject({ cidrBlock: text, protocol }));

  test('protocol is recomputed', () => expect(normal({ cidrBlock: V4, protocol: 'IPv6' }).protocol).toBe('IPv4'));

  test.each<[string | undefined, string]>([
    [undefined, 'ERR_SUBNET_CIDR_MISSING'],
    ['', 'ERR_SUBNET_CIDR_MISSING'],
    ['10.1.0.0', 'ERR_SUBNET_CIDR_INVALID'],
    ['10.1.0.0/33', 'ERR_SUBNET_CIDR_INVALID'],
    ['10.1.0/16', 'ERR_SUBNET_CIDR_INVALID'],
    ['010.1.0.0/16', 'ERR_SUBNET_CIDR_INVALID'],
    ['10.1.0.0/16,10.2.0.0/16', 'ERR_SUBNET_CIDR_INVALID'],
    ['10.1.0.0/16,', 'ERR_SUBNET_CIDR_INVALID'],
    ['10.1.0.1/32', 'ERR_SUBNET_CIDR_TOO_LONG'],
    ['fd00::1/128', 'ERR_SUBNET_CIDR_TOO_LONG'],
    ['10.1.0.0/16,fd00::1/128', 'ERR_SUBNET_CIDR_TOO_LONG'],
    ['0.0.0.0/0', 'ERR_SUBNET_CIDR_SPECIAL'],
    ['127.1.0.0/16', 'ERR_SUBNET_CIDR_SPECIAL'],
    ['169.254.0.0/24', 'ERR_SUBNET_CIDR_SPECIAL'],
    ['224.0.0.0/24', 'ERR_SUBNET_CIDR_SPECIAL'],
    ['255.255.255.0/24', 'ERR_SUBNET_CIDR_SPECIAL'],
    ['::/64', 'ERR_SUBNET_CIDR_SPECIAL'],
    ['fe80::/64', 'ERR_SUBNET_CIDR_SPECIAL'],
    ['ff02::/64', 'ERR_SUBNET_CIDR_SPECIAL'],
    ['10.96.0.0/24', 'ERR_SUBNET_CIDR_API_SERVER'],
    ['fd00:10:96::/112', 'ERR_SUBNET_CIDR_API_SERVER'],
  ])('%s: %s', (cidrBlock, code) => expect(codeOf({ cidrBlock })).toBe(code));

  test('a custom VPC may use the addresses of the API server', () =>
    expect(codeOf({ cidrBlock: '10.96.0.0/24', vpc: 'vpc1' })).toBe('accepted'));
});

describe('gateway', () => {
  test.each<[string, string, string | undefined, string]>([
    ['first address', V4, undefined, '10.1.0.1'],
    ['first address of IPv6', V6, '', 'fd00:1::1'],
    ['both families', DUAL, undefined, '10.1.0.1,fd00:1::1'],
    ['missing IPv6 is appended', DUAL, '10.1.0.254', '10.1.0.254,fd00:1::1'],
    ['missing IPv4 is put before', DUAL, 'fd00:1::fe', '10.1.0.1,fd00:1::fe'],
    ['either order', DUAL, 'fd00:1::fe,10.1.0.254', '10.1.0.254,fd00:1::fe'],
    ['spelling (C6)', V6, 'FD00:0001:0::00FE', 'fd00:1::fe'],
    ['C2: IPv6 has no broadcast address', '190:255::1:0/112', '190:255::1:ffff', '190:255::1:ffff'],
    ['point to point', '10.1.0.0/31', undefined, '10.1.0.0'],
    ['last of point to point', '10.1.0.0/31', '10.1.0.1', '10.1.0.1'],
  ])('%s', (_name, cidrBlock, gateway, expected) => expect(normal({ cidrBlock, gateway }).gateway).toBe(expected));

  test.each<[string, SubnetSpec, string]>([
    ['C1: network address', { cidrBlock: '192.168.0.0/24', gateway: '192.168.0.0' }, 'ERR_SUBNET_GATEWAY_RESERVED'],
    ['C1: broadcast address', { cidrBlock: '192.168.0.0/24', gateway: '192.168.0.255' }, 'ERR_SUBNET_GATEWAY_RESERVED'],
    [
      'IPv6 subnet-router anycast',
      { cidrBlock: '190:255::1:0/112', gateway: '190:255::1:0' },
      'ERR_SUBNET_GATEWAY_RESERVED',
    ],
    ['outside', { cidrBlock: V4, gateway: '10.2.0.1' }, 'ERR_SUBNET_GATEWAY_OUTSIDE'],
    ['other family', { cidrBlock: V4, gateway: 'fd00:1::1' }, 'ERR_SUBNET_GATEWAY_OUTSIDE'],
    [
      'a second family that the CIDR has not',
      { cidrBlock: V4, gateway: '10.1.0.1,fd00:1::1' },
      'ERR_SUBNET_GATEWAY_OUTSIDE',
    ],
    ['two of one family', { cidrBlock: V4, gateway: '10.1.0.1,10.1.0.2' }, 'ERR_SUBNET_GATEWAY_INVALID'],
    ['no address', { cidrBlock: V4, gateway: 'router' }, 'ERR_SUBNET_GATEWAY_INVALID'],
    ['with a length', { cidrBlock: V4, gateway: '10.1.0.1/16' }, 'ERR_SUBNET_GATEWAY_INVALID'],
  ])('%s is refused', (_name, spec, code) => expect(codeOf(spec)).toBe(code));

  describe('C7: outside the CIDR', () => {
    const spec: SubnetSpec = { cidrBlock: '172.18.0.0/24', gateway: '192.168.128.2', vlan: 'vlan0' };

    test('the physical gateway of an underlay subnet may be, and is then nothing to exclude', () =>
      expect(normal(spec)).toMatchObject({ gateway: '192.168.128.2', excludeIps: [] }));

    test.each<[string, SubnetSpec]>([
      ['without VLAN', { ...spec, vlan: '' }],
      ['with logicalGateway', { ...spec, logicalGateway: true }],
      ['with U2O', { ...spec, u2oInterconnection: true }],
    ])('%s it may not', (_name, other) => expect(codeOf(other)).toBe('ERR_SUBNET_GATEWAY_OUTSIDE'));
  });
});

describe('excludeIps', () => {
  test.each<[string, string, string[], string[]]>([
    [
      'merged and sorted',
      V4,
      ['10.1.0.9', '10.1.0.3..10.1.0.5', '10.1.0.4..10.1.0.7'],
      ['10.1.0.1', '10.1.0.3..10.1.0.7', '10.1.0.9'],
    ],
    ['sorted by number', V4, ['10.1.0.10', '10.1.0.3'], ['10.1.0.1', '10.1.0.3', '10.1.0.10']],
    ['the gateway inside a range', V4, ['10.1.0.1..10.1.0.9'], ['10.1.0.1..10.1.0.9']],
    ['families mixed', DUAL, ['fd00:1::9', '10.1.0.9'], ['10.1.0.1', '10.1.0.9', 'fd00:1::1', 'fd00:1::9']],
    ['spelling (C6)', V6, ['FD00:1::00AA'], ['fd00:1::1', 'fd00:1::aa']],
    ['items outside are kept', V4, ['10.2.0.9'], ['10.1.0.1', '10.2.0.9']],
  ])('%s', (_name, cidrBlock, excludeIps, expected) =>
    expect(normal({ cidrBlock, excludeIps }).excludeIps).toEqual(expected),
  );

  test.each([
    ['10.1.0.9..10.1.0.3'],
    ['10.1.0.0/28'],
    ['10.1.0.1..10.1.0.2..10.1.0.3'],
    ['10.1.0.20..23'],
    ['10.1.0.1..fd00::1'],
    ['x'],
    [''],
  ])('%s is refused', (item) =>
    expect(codeOf({ cidrBlock: V4, excludeIps: [item] })).toBe('ERR_SUBNET_EXCLUDE_IPS_INVALID'),
  );

  test('the error names the item', () => {
    const result = normaliseSubnetSpec('net1', { cidrBlock: V4, excludeIps: ['10.1.0.2', '10.1.0.20..23'] }, defaults);
    expect(result.ok ? '' : result.error.message).toContain('"10.1.0.20..23"');
  });
});

describe('settings', () => {
  test.each<[string, string, SubnetSpec, Partial<SubnetSpec>]>([
    ['a custom VPC has no gateway type', 'net1', { vpc: 'vpc1' }, { vpc: 'vpc1', gatewayType: undefined }],
    ['an attachment by OVN is in the default VPC', 'net1', { provider: 'a.b.ovn' }, { vpc: 'ovn-cluster' }],
    ['an attachment of others is in none', 'net1', { provider: 'a.b' }, { vpc: undefined, gatewayType: undefined }],
    [
      'centralized stays',
      'net1',
      { gatewayType: 'centralized', gatewayNode: 'n1' },
      { gatewayType: 'centralized', gatewayNode: 'n1' },
    ],
    ['distributed has no gateway node', 'net1', { gatewayNode: 'n1' }, { gatewayNode: '' }],
    ['default is for the default subnet', 'net1', { default: true }, { default: false }],
    ['which may keep it', 'ovn-default', { default: true }, { default: true }],
    ['as may any in a custom VPC', 'net1', { default: true, vpc: 'vpc1' }, { default: true }],
    ['enableLb stays', 'net1', { enableLb: false }, { enableLb: false }],
    ['never on the join subnet', 'join', { enableLb: true }, { enableLb: undefined }],
    [
      'a U2O address without U2O is dropped',
      'net1',
      { u2oInterconnectionIP: '10.1.0.9' },
      { u2oInterconnectionIP: '' },
    ],
  ])('%s', (_name, name, spec, expected) => {
    const actual = normal({ cidrBlock: V4, ...spec }, name) as unknown as Record<string, unknown>;
    const looked = Object.keys(expected).map((field) => [field, actual[field]]);
    expect(Object.fromEntries(looked)).toEqual(expected);
  });

  test('unknown fields stay', () => {
    const spec = { cidrBlock: V4, fromTheFuture: { a: 1 } };
    expect(normal(spec)).toMatchObject({ fromTheFuture: { a: 1 } });
  });
});

describe('MAC-only', () => {
  test('a VLAN without CIDR', () =>
    expect(normal({ vlan: 'v1' })).toMatchObject({ protocol: 'Mac', cidrBlock: '', gateway: '', excludeIps: [] }));

  test.each<[SubnetSpec]>([
    [{ gateway: '10.1.0.1' }],
    [{ excludeIps: ['10.1.0.1'] }],
    [{ vips: ['10.1.0.1'] }],
    [{ u2oInterconnection: true, u2oInterconnectionIP: '10.1.0.1' }],
  ])('has no addresses: %j', (spec) => expect(codeOf({ vlan: 'v1', ...spec })).toBe('ERR_SUBNET_MAC_ONLY'));
});

test.each<[string, SubnetSpec]>([
  ['small', { cidrBlock: V4 }],
  [
    'dual',
    { cidrBlock: 'FD00:1::5/64,10.1.2.3/16', gateway: 'fd00:1::9', excludeIps: ['10.1.0.9', '10.1.0.2..10.1.0.5'] },
  ],
  ['MAC-only', { vlan: 'v1' }],
  ['underlay', { cidrBlock: '172.18.0.0/24', gateway: '192.168.128.2', vlan: 'v1' }],
])('done twice it changes nothing: %s', (_name, spec) => expect(normal(normal(spec))).toEqual(normal(spec)));

test('the given spec is left as it is', () => {
  const spec = Object.freeze({ cidrBlock: V4, excludeIps: Object.freeze(['10.1.0.9']) as string[] });
  expect(normal(spec).excludeIps).toEqual(['10.1.0.1', '10.1.0.9']);
});
