import { expect, test } from 'vitest';
import { ANNOTATIONS, annotation, interfaceAnnotation, interfaceRequest, providerNetworkKey } from './annotations.ts';
import { ipv6LabelValue } from './labels.ts';
import { isOvnProvider, podPortName } from './providers.ts';

test.each([
  ['ovn', 'ovn.kubernetes.io/ip_address'],
  ['net1.default.ovn', 'net1.default.ovn.kubernetes.io/ip_address'],
  ['net1.default.ovn.eth5', 'net1.default.ovn.eth5.kubernetes.io/ip_address'],
  ['macvlan.default', 'macvlan.default.kubernetes.io/ip_address'],
])('the key of provider %s', (provider, key) => expect(annotation(provider, 'ip_address')).toBe(key));

test('the default network is the provider ovn', () => {
  expect(ANNOTATIONS.ipAddress).toBe(annotation('ovn', 'ip_address'));
  expect(ANNOTATIONS.dhcpV4Options).toBe('ovn.kubernetes.io/dhcp-v4-options');
  expect(ANNOTATIONS.vpcNatGateway).toBe('ovn.kubernetes.io/vpc_nat_gw');
});

test('an interface with an address of its own has keys of its own', () => {
  const annotations = { 'net1.default.ovn.eth5.kubernetes.io/ip_address': '10.0.0.2' };
  expect(interfaceAnnotation(annotations, 'net1.default.ovn', 'eth5', 'cidr')).toBe(
    'net1.default.ovn.eth5.kubernetes.io/cidr',
  );
  expect(interfaceAnnotation(annotations, 'net1.default.ovn', 'eth6', 'cidr')).toBe(
    'net1.default.ovn.kubernetes.io/cidr',
  );
});

test('keys of requests and of provider networks', () => {
  expect(interfaceRequest('net1', 'default', 'mac_address', 'eth5')).toBe(
    'net1.default.kubernetes.io/mac_address.eth5',
  );
  expect(providerNetworkKey('pn1', 'ready')).toBe('pn1.provider-network.kubernetes.io/ready');
});

test.each([
  ['fd00::1', 'fd00--1'],
  ['::1', '0--1'],
  ['fd00::', 'fd00--0'],
  ['::', '0--0'],
])('IPv6 %s as label value', (address, value) => expect(ipv6LabelValue(address)).toBe(value));

test.each([
  ['', true],
  [undefined, true],
  ['ovn', true],
  ['net1.default.ovn', true],
  ['net1.default', false],
  ['a.b.c.ovn', false],
])('provider %s is of OVN: %s', (provider, expected) => expect(isOvnProvider(provider)).toBe(expected));

test('port names', () => {
  expect(podPortName('web-0', 'shop')).toBe('web-0.shop');
  expect(podPortName('web-0', 'shop', 'net1.default.ovn')).toBe('web-0.shop.net1.default.ovn');
});
