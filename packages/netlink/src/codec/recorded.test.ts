// The readers against answers a real kernel gave.
import { describe, expect, test } from 'vitest';
import { bytesOf } from '../testing/fake-syscalls.ts';
import { RECORDED } from '../testing/recorded.generated.ts';
import { readAddress } from './address.ts';
import { readLink } from './link.ts';
import { readNeighbour } from './neighbour.ts';
import { readRoute } from './route.ts';
import { readRule } from './rule.ts';

test('links', () => {
  const links = RECORDED.links.map((hex) => readLink(bytesOf(hex)));
  expect(links.map(({ name }) => name).sort()).toEqual(['lo', 'v0', 'v1']);
  expect(links.find(({ name }) => name === 'v0')).toMatchObject({
    kind: 'veth',
    mac: '02:00:00:00:00:05',
    mtu: 1400,
    up: true,
    alias: 'pod a/b',
    altNames: ['a-rather-long-alternative-name'],
    operationalState: 'up',
    loopback: false,
  });
});

test('addresses', () => {
  const addresses = RECORDED.addresses.flatMap((hex) => readAddress(bytesOf(hex)) ?? []);
  expect(addresses.find(({ cidr }) => cidr === '10.16.0.5/16')).toMatchObject({
    family: 4,
    scope: 'global',
    label: 'v0',
    permanent: true,
  });
  expect(addresses.find(({ cidr }) => cidr === '10.16.0.5/16')?.validLifetime).toBeUndefined();
  expect(addresses.find(({ cidr }) => cidr === '10.16.0.9/16')).toMatchObject({
    permanent: false,
    validLifetime: 3600,
    preferredLifetime: 1800,
  });
  expect(addresses.find(({ cidr }) => cidr === 'fd00::5/64')).toMatchObject({
    family: 6,
    noDad: true,
    tentative: false,
  });
  expect(addresses.find(({ address }) => address.startsWith('fe80:'))).toMatchObject({
    scope: 'link',
    tentative: true,
  });
});

describe('routes', () => {
  const routes = RECORDED.routes.flatMap((hex) => readRoute(bytesOf(hex)) ?? []);
  const to = (destination: string | undefined) => routes.find((route) => route.destination === destination);

  test('multipath, metrics, source', () => {
    expect(to(undefined)).toMatchObject({
      family: 4,
      source: '10.16.0.5',
      metric: 100,
      protocol: 'static',
      mtu: 1300,
      advertisedMss: 1260,
      nextHops: [
        { gateway: '10.16.0.1', weight: 3 },
        { gateway: '10.16.0.2', weight: 1 },
      ],
    });
    expect(to(undefined)?.gateway).toBeUndefined();
    expect(to('fd01::/64')).toMatchObject({ family: 6, metric: 7 });
  });

  test('table beyond 255, onlink', () => {
    expect(to('10.9.0.0/24')).toMatchObject({ table: 1000, gateway: '172.30.0.1', onLink: true });
  });

  test('types without a way out, and a gateway of the other family', () => {
    expect(to('10.8.0.0/24')).toMatchObject({ type: 'blackhole' });
    expect(to('10.7.0.0/24')).toMatchObject({ gateway: 'fe80::1' });
  });

  test('the route of the prefix', () => {
    expect(to('10.16.0.0/16')).toMatchObject({ protocol: 'kernel', scope: 'link', source: '10.16.0.5' });
  });
});

test('rules', () => {
  const rules = RECORDED.rules.flatMap((hex) => readRule(bytesOf(hex)) ?? []);
  expect(rules.find(({ priority }) => priority === 150)).toMatchObject({
    family: 4,
    source: '10.16.0.5/32',
    mark: 0x90003,
    markMask: 0x90003,
    table: 10001,
    action: 'table',
  });
  expect(rules.find(({ priority }) => priority === 9)).toMatchObject({
    family: 6,
    destination: 'fd00::/64',
    invert: true,
    inputLink: 'v0',
    table: 77,
  });
});

test('neighbours', () => {
  const neighbours = RECORDED.neighbours.flatMap((hex) => readNeighbour(bytesOf(hex)) ?? []);
  expect(neighbours.find(({ address }) => address === '10.16.0.77')).toMatchObject({
    family: 4,
    mac: '02:00:00:00:00:77',
    state: 'permanent',
  });
});
