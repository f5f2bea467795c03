import type { Link, LinkAddress } from '@kube-ovn/netlink';
import { expect, test } from 'vitest';
import { chooseTunnel, type TunnelWish } from './tunnel.ts';

const WISH: TunnelWish = {
  annotation: '',
  userspace: false,
  dpdkTunnelIface: 'br-phy',
  iface: '',
  hostTunnelSource: false,
  nodeIps: ['192.0.2.10'],
};

const LINKS = ['lo', 'eth0', 'eth1', 'br-phy'].map((name, i) => ({ name, index: i + 1, mtu: 1500 + i }) as Link);

function address(link: string, cidr: string, scope: LinkAddress['scope'] = 'global'): LinkAddress {
  const [ip = '', length] = cidr.split('/');
  const linkIndex = LINKS.find(({ name }) => name === link)?.index ?? 0;
  const family = ip.includes(':') ? 6 : 4;
  return { link, linkIndex, address: ip, cidr, prefixLength: Number(length), family, scope } as LinkAddress;
}

const ADDRESSES = [
  address('lo', '127.0.0.1/8', 'host'),
  address('lo', '198.51.100.77/32'),
  address('eth0', '192.0.2.10/24'),
  address('eth1', '203.0.113.5/32'),
  address('eth1', 'fe80::1/64', 'link'),
  address('eth1', '203.0.113.6/24'),
  address('br-phy', '198.51.100.10/24'),
];

test.each([
  ['the address of the node', {}, 'eth0', '192.0.2.10'],
  ['a name', { iface: 'eth1' }, 'eth1', '203.0.113.6'],
  ['the first expression that fits', { iface: 'nope.*,^eth[1-9]$' }, 'eth1', '203.0.113.6'],
  ['userspace', { userspace: true, iface: 'eth1' }, 'br-phy', '198.51.100.10'],
  ['the annotation above all', { annotation: 'eth0', userspace: true, iface: 'eth1' }, 'eth0', '192.0.2.10'],
  ['host addresses when allowed', { iface: 'lo', hostTunnelSource: true }, 'lo', '198.51.100.77'],
])('%s', (_what, wish, link, ip) => {
  expect(chooseTunnel({ ...WISH, ...wish }, LINKS, ADDRESSES, [])).toMatchObject({ link, ip, family: 4 });
});

test.each([
  ['a NIC that does not exist', { annotation: 'eth9' }],
  ['an expression that fits nothing', { iface: '^bond' }],
  ['a broken expression', { iface: '(' }],
  ['a NIC with host addresses only', { iface: 'lo' }],
  ['no NIC with the address', { nodeIps: ['192.0.2.99'] }],
])('%s gives nothing', (_what, wish) => {
  expect(chooseTunnel({ ...WISH, ...wish }, LINKS, ADDRESSES, [])).toBeUndefined();
});

test('the sources of link routes decide between several addresses; the address of the node above them', () => {
  const more = [address('eth1', '203.0.113.7/24'), ...ADDRESSES];
  expect(chooseTunnel({ ...WISH, iface: 'eth1' }, LINKS, more, ['203.0.113.6'])?.ip).toBe('203.0.113.6');
  const two = [address('eth0', '192.0.2.250/24'), ...ADDRESSES];
  expect(chooseTunnel({ ...WISH, iface: 'eth0' }, LINKS, two, ['192.0.2.250'])?.ip).toBe('192.0.2.10');
});
