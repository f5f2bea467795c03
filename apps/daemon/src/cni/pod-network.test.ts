import { describe, expect, test } from 'vitest';
import { podRecord } from '../kube/pod-record.ts';
import { podAnnotations } from '../testing/annotations.ts';
import { readPodNetwork } from './pod-network.ts';
import { podRequestSchema } from './request.ts';

const READY = podAnnotations('10.16.0.5', '00:00:00:00:00:05');

function read(annotations: Record<string, string>, request: object = {}) {
  const pod = podRecord({ metadata: { name: 'web-0', namespace: 'shop', annotations } });
  const full = { container_id: 'c', pod_name: 'web-0', pod_namespace: 'shop', ...request };
  return readPodNetwork(pod, podRequestSchema.parse(full));
}

function network(annotations: Record<string, string>, request: object = {}) {
  const state = read(annotations, request);
  if (state.state !== 'ready') throw new Error(`waiting for ${state.for}`);
  return state.network;
}

const without = (key: string) =>
  Object.fromEntries(Object.entries(READY).filter(([name]) => !name.endsWith(`/${key}`)));

test('a complete pod', () => {
  expect(network(READY)).toMatchObject({
    portName: 'web-0.shop',
    subnet: 'ovn-default',
    ownsDefaultRoute: true,
    addresses: [{ family: 4, ip: '10.16.0.5', cidr: '10.16.0.5/16', subnet: '10.16.0.0/16', gateway: '10.16.0.1' }],
  });
});

test.each([
  ['allocated', 'address'],
  ['ip_address', 'address'],
  ['routed', 'route'],
])('without %s it waits for the %s', (key, what) => {
  expect(read(without(key))).toEqual({ state: 'waiting', for: what });
});

test('an interface without the default route does not wait for it', () => {
  const annotations = { ...without('routed'), 'ovn.kubernetes.io/default_route': 'false' };
  expect(network(annotations).ownsDefaultRoute).toBe(false);
});

test('MAC only', () => {
  const annotations = { ...without('ip_address'), 'ovn.kubernetes.io/cidr': '' };
  expect(network(annotations).addresses).toEqual([]);
});

test('gateways of a family without an address are left out', () => {
  const dual = { 'ovn.kubernetes.io/cidr': '10.16.0.0/16,fd00::/64', 'ovn.kubernetes.io/gateway': '10.16.0.1,fd00::1' };
  expect(network({ ...READY, ...dual }).addresses).toHaveLength(1);
});

test('a virtual machine gives its name to the port', () => {
  expect(network({ ...READY, 'ovn.kubernetes.io/virtualmachine': 'vm1' }).portName).toBe('vm1.shop');
});

test('keys of one interface of an attachment win over those of the attachment', () => {
  const provider = 'net1.shop.ovn';
  const annotations = Object.fromEntries(
    Object.entries(READY).map(([key, value]) => [key.replace('ovn.', `${provider}.eth5.`), value]),
  );
  expect(network(annotations, { provider, if_name: 'eth5' })).toMatchObject({
    portName: 'web-0.shop.net1.shop.ovn.eth5',
    ownsDefaultRoute: false,
  });
  expect(read(annotations, { provider, if_name: 'eth6' }).state).toBe('waiting');
});

test.each([
  ['ip_address', '10.99.0.5', 'outside of'],
  ['ip_address', 'nonsense', 'not an IP address'],
  ['cidr', '10.16.0.0', 'not a CIDR'],
  ['mac_address', 'zz', 'no MAC address'],
  ['routes', '{', 'unusable'],
])('a wrong %s names itself', (key, value, text) => {
  expect(() => read({ ...READY, [`ovn.kubernetes.io/${key}`]: value })).toThrow(text);
});

describe('routes', () => {
  const routes = (list: object[]) => network({ ...READY, 'ovn.kubernetes.io/routes': JSON.stringify(list) }).routes;

  test.each([
    [{ dst: '10.0.0.0/8', gw: '10.16.0.9' }, [{ destination: '10.0.0.0/8', gateway: '10.16.0.9', family: 4 }]],
    [{ dst: '', gw: '10.16.0.9' }, [{ destination: undefined, gateway: '10.16.0.9', family: 4 }]],
    [{ dst: '0.0.0.0/0', gw: '10.16.0.9' }, [{ destination: undefined, gateway: '10.16.0.9', family: 4 }]],
    [{ dst: 'fd00::7', gw: 'fd00::1' }, [{ destination: 'fd00::7/128', gateway: 'fd00::1', family: 6 }]],
    [{ dst: '10.0.0.1/8', gw: '' }, [{ destination: '10.0.0.0/8', gateway: undefined, family: 4 }]],
    [{ dst: 'fd00::/64', gw: '10.16.0.9' }, []],
    [{ dst: 'nonsense', gw: '10.16.0.9' }, []],
    [{ dst: '', gw: '' }, []],
  ])('%o', (route, expected) => {
    expect(routes([route])).toEqual(expected);
  });
});
