// Requests byte by byte, and what is refused before any system call.
import { describe, expect, test } from 'vitest';
import { hexOf } from '../testing/fake-syscalls.ts';
import * as il from '../uapi/if-link.ts';
import * as rt from '../uapi/rtnetlink.ts';
import { newAddress } from './address.ts';
import { readAttributes, readString } from './attribute.ts';
import { getLinkByName, newVeth, newVlan, readLink } from './link.ts';
import { writeRoute } from './route.ts';
import { writeRule } from './rule.ts';
import { readScalar, u32 } from './struct.ts';

describe('veth', () => {
  const request = newVeth(
    { name: 'h', mtu: 1400, up: true },
    { name: 'eth0', mac: '02:00:00:00:00:05', mtu: 1400, namespaceFd: 9 },
  );

  test('create only: an existing link must not be changed', () => {
    expect(request.flags & 0x700).toBe(0x600); // NLM_F_CREATE | NLM_F_EXCL, no NLM_F_REPLACE
  });

  test('the peer carries name, MAC, MTU and namespace inside VETH_INFO_PEER', () => {
    const info = readAttributes(readAttributes(request.body, 16).get(il.IFLA_LINKINFO)!);
    expect(readString(info.get(il.IFLA_INFO_KIND)!)).toBe('veth');
    const peerInfo = readAttributes(info.get(il.IFLA_INFO_DATA)!).get(il.VETH_INFO_PEER)!;
    const peer = readAttributes(peerInfo, 16);
    expect(readString(peer.get(il.IFLA_IFNAME)!)).toBe('eth0');
    expect(hexOf(peer.get(il.IFLA_ADDRESS)!)).toBe('020000000005');
    expect(readScalar(u32, peer.get(il.IFLA_MTU)!)).toBe(1400);
    expect(readScalar(u32, peer.get(il.IFLA_NET_NS_FD)!)).toBe(9);
  });

  test('the host end is read back as it was asked for', () => {
    expect(readLink(request.body)).toMatchObject({ name: 'h', mtu: 1400, up: true, kind: 'veth' });
  });
});

test('vlan', () => {
  const request = newVlan({ name: 'eth0.7', up: true, alias: 'a' }, 3, 7);
  expect(readLink(request.body)).toMatchObject({ name: 'eth0.7', kind: 'vlan', vlanId: 7, parent: 3, alias: 'a' });
});

test('address', () => {
  const request = newAddress('add', 2, '10.16.0.5/16', { noDad: true });
  expect(hexOf(request.body)).toBe(
    '02100000' + '02000000' + '080002000a100005' + '080001000a100005' + '0800080002000000',
  );
});

describe('route', () => {
  const indexOf = () => 2;

  test('default by gateway', () => {
    const { body } = writeRoute('add', 'add', { family: 4, gateway: '10.16.0.1', link: 'v0' }, indexOf);
    expect(hexOf(body)).toBe(
      '02000000' + 'fe030001' + '00000000' + '08000f00fe000000' + '080005000a100001' + '0800040002000000',
    );
  });

  test('a table above 255 goes into the attribute only', () => {
    const { body } = writeRoute('add', 'add', { family: 6, destination: 'fd00::/64', table: 1000 }, indexOf);
    expect(body[4]).toBe(rt.RT_TABLE_UNSPEC);
    expect(readScalar(u32, readAttributes(body, 12).get(rt.RTA_TABLE)!)).toBe(1000);
  });

  test.each([
    ['link', { family: 4, destination: '10.0.0.0/8' }, 253],
    ['global', { family: 4, destination: '10.0.0.0/8', gateway: '10.1.1.1' }, 0],
    ['global', { family: 4, destination: '10.0.0.0/8', type: 'blackhole' }, 0],
    ['host', { family: 4, destination: '10.0.0.1/32', type: 'local' }, 254],
    ['global', { family: 6, destination: 'fd00::/64' }, 0],
    ['site', { family: 4, destination: '10.0.0.0/8', scope: 'site' }, 200],
  ] as const)('scope %s of %j', (_name, route, scope) => {
    expect(writeRoute('add', 'add', route, indexOf).body[6]).toBe(scope);
  });

  test('case L1: a family mismatch is refused, not guessed', () => {
    expect(() => writeRoute('add', 'add', { family: 6, destination: '10.100.21.0/24' }, indexOf)).toThrow('not IPv6');
    expect(() => writeRoute('add', 'add', { family: 4, gateway: 'fd00::1' }, indexOf)).toThrow('not IPv4');
    expect(() => writeRoute('add', 'add', { family: 4, source: 'fd00::1' }, indexOf)).toThrow('not IPv4');
    expect(() => writeRoute('add', 'add', { family: 4, nextHops: [{ gateway: 'fd00::1' }] }, indexOf)).toThrow('IPv4');
  });
});

test('case L1: so is it for rules', () => {
  expect(() => writeRule('add', 'add', { family: 6, source: '10.100.21.0/24', table: 1 })).toThrow('IPv6');
});

test('a name with NUL in it would be another name', () => {
  expect(() => getLinkByName('eth0\0x')).toThrow(RangeError);
});
