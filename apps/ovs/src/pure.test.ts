import type { Link, LinkAddress, Route } from '@kube-ovn/netlink';
import { describe, expect, test } from 'vitest';
import { southboundEndpoints } from './config.ts';
import { moduleMessage } from './node/kernel-module.ts';
import { mapDifference } from './node/open-vswitch-row.ts';
import { readTlvMap } from './switch/flows.ts';
import { mergeRecord } from './tunnel-nic/record.ts';
import { refusal } from './tunnel-nic/refusal.ts';

const link = (name: string) => ({ name, loopback: name === 'lo', mac: '02:00:00:00:00:01', mtu: 1500 }) as Link;
const address = (name: string, cidr: string) =>
  ({ link: name, cidr, address: cidr.split('/')[0]!, scope: 'global' }) as LinkAddress;
const viaDefault = (name: string): Route => ({ family: 4, link: name, gateway: '10.0.0.1' });

describe('which NIC may be given to the switch', () => {
  const links = ['lo', 'eth0', 'eth1'].map(link);
  test.each<[string, Partial<Parameters<typeof refusal>[0]>, RegExp | undefined]>([
    ['a second one', {}, undefined],
    ['one that is not there', { nic: 'eth9' }, /no NIC eth9 \(it has eth0, eth1\)/],
    ['the one with the address of the node', { nic: 'eth0' }, /has the address 10.0.0.2 of the node itself/],
    ['the only way out', { routes: [viaDefault('eth1')] }, /only way out/],
  ])('%s', (_, changes, expected) => {
    const situation = {
      nic: 'eth1',
      links,
      addresses: [address('eth0', '10.0.0.2/24'), address('eth1', '10.1.0.2/24')],
      routes: [viaDefault('eth0')],
      nodeIps: ['10.0.0.2'],
    };
    const answer = refusal({ ...situation, ...changes });
    if (expected) expect(answer).toMatch(expected);
    else expect(answer).toBeUndefined();
  });
});

describe('what a NIC was like', () => {
  const nic = link('eth1');
  const own = [address('eth1', '10.1.0.2/24'), { ...address('eth1', 'fe80::1/64'), scope: 'link' } as LinkAddress];
  const routes: Route[] = [
    { family: 4, link: 'eth1', destination: '10.1.0.0/24', protocol: 'kernel' },
    { family: 4, link: 'eth1', destination: '10.9.0.0/16', gateway: '10.1.0.1', protocol: 'static' },
  ];
  const whole = mergeRecord(undefined, nic, own, routes);

  test('global addresses and the routes that somebody set', () => {
    expect(whole.addresses).toEqual(['10.1.0.2/24']);
    expect(whole.routes).toMatchObject([{ destination: '10.9.0.0/16', gateway: '10.1.0.1' }]);
  });
  test('is not forgotten when the NIC is bare', () => expect(mergeRecord(whole, nic, [], [])).toEqual(whole));
  test('grows by what comes later', () => {
    expect(mergeRecord(whole, nic, [address('eth1', '10.1.0.3/24')], []).addresses).toEqual([
      '10.1.0.2/24',
      '10.1.0.3/24',
    ]);
  });
  test('is that of one NIC', () => expect(mergeRecord(whole, link('eth2'), [], []).addresses).toEqual([]));
});

test.each([
  [{ a: '1' }, { a: '1' }, [], { remove: [], add: {} }],
  [{ a: '1', other: 'x' }, { a: '2' }, [], { remove: ['a'], add: { a: '2' } }],
  [{ old: '1' }, { a: '1' }, ['old', 'never'], { remove: ['old'], add: { a: '1' } }],
])('our keys in %o for %o', (present, wanted, unwanted, expected) => {
  expect(mapDifference(present, wanted, unwanted)).toEqual(expected);
});

test('the options of tunnels are read from the table that ovs-ofctl prints', () => {
  const text =
    ' class\ttype\tlength\tmatch field\n ------\t----\t------\t----\n  0x102\t 0x80\t     4\ttun_metadata0\n';
  expect(readTlvMap(text)).toBe('{class=0x102,type=0x80,len=4}->tun_metadata0');
});

test('where the Southbound database is', () => {
  const config = { databaseIps: ['10.0.0.1', 'fd00::1'], southboundAddress: '', southboundPort: 6642, enableSsl: true };
  expect(southboundEndpoints(config)).toBe('ssl:[10.0.0.1]:6642,ssl:[fd00::1]:6642');
  expect(southboundEndpoints({ ...config, southboundAddress: 'tcp:[10.0.0.9]:6642' })).toBe('tcp:[10.0.0.9]:6642');
});

test('a missing module is named, with the way out', () => {
  expect(moduleMessage('6.1', 'modprobe: not found')).toMatch(/module openvswitch is missing.*ovs_dp_type=userspace/);
});
