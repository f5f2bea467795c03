// Links, pods, refusals and namespaces against the real kernel, with `ip -j` as the oracle.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Netlink, type NetnsRef, openNetlink } from './index.ts';
import { ip, ipJson, Playground, whyNot } from './testing/real-namespaces.ts';

interface IpLink {
  ifindex: number;
  ifname: string;
  mtu: number;
  address: string;
  flags: string[];
  operstate: string;
  txqlen?: number;
  ifalias?: string;
  altnames?: string[];
  linkinfo?: { info_kind: string };
}

describe.skipIf(whyNot !== undefined)('kernel', () => {
  let netlink: Netlink;
  let playground: Playground;
  let ns: NetnsRef;
  beforeAll(async () => {
    netlink = await openNetlink();
    playground = new Playground(netlink);
  });
  beforeEach(async () => {
    ns = await playground.namespace();
  });
  afterEach(() => playground.clear());
  afterAll(() => netlink.close());

  /** To be waited for: carrier and link-local addresses follow a change a little later. */
  async function expectLinksLikeIp(): Promise<void> {
    const ours = (await netlink.links(ns)).map((link) => ({
      index: link.index,
      name: link.name,
      mtu: link.mtu,
      mac: link.mac,
      up: link.up,
      carrier: link.carrier,
      state: link.operationalState,
      queue: link.txQueueLength,
      alias: link.alias,
      altNames: link.altNames,
      kind: link.kind,
    }));
    const theirs = ipJson<IpLink>(ns, '-d', 'link').map((link) => ({
      index: link.ifindex,
      name: link.ifname,
      mtu: link.mtu,
      mac: link.address,
      up: link.flags.includes('UP'),
      carrier: link.flags.includes('LOWER_UP'),
      state: link.operstate.toLowerCase(),
      queue: link.txqlen ?? 0,
      alias: link.ifalias,
      altNames: link.altnames ?? [],
      kind: link.linkinfo?.info_kind,
    }));
    expect(ours).toEqual(theirs);
  }

  test('a veth is born in its namespace with name, MAC and MTU', async () => {
    const host = playground.name();
    const mac = '02:00:00:00:00:07';
    await netlink.createVeth({ host, hostAlias: 'pod x', mtu: 1400, peer: { name: 'eth0', mac, mtu: 1390, ns } });
    await vi.waitFor(expectLinksLikeIp, 5000);
    expect(ipJson<IpLink>(ns, 'link', 'show', 'eth0')).toMatchObject([{ mtu: 1390, address: mac, operstate: 'DOWN' }]);
    expect(ipJson<IpLink>(undefined, '-d', 'link', 'show', host)).toMatchObject([
      { mtu: 1400, ifalias: 'pod x', flags: expect.arrayContaining(['UP']), linkinfo: { info_kind: 'veth' } },
    ]);
    await netlink.deleteLink(host);
    expect(await netlink.link('eth0', ns)).toBeUndefined();
    expect(await netlink.link(host)).toBeUndefined();
  });

  test('a veth whose host end knows no IPv6, a pod without a link-local address', async () => {
    const host = playground.name();
    await netlink.createVeth({ host, hostAlias: 'a pod', hostIpv6: false, peer: { name: 'eth0', ns } });
    const addresses = [{ cidr: '10.9.0.5/16' }];
    await netlink.configurePod({ ns, link: 'eth0', addresses, routes: [], ipv6LinkLocal: false });
    expect(await netlink.link(host)).toMatchObject({ up: true, alias: 'a pod' });
    expect(await netlink.addresses(undefined, host)).toEqual([]);
    expect(await netlink.sysctl(undefined, `net/ipv6/conf/${host}/disable_ipv6`)).toBe('1');
    expect((await netlink.addresses(ns, 'eth0')).map(({ address }) => address)).toEqual(['10.9.0.5']);
    await netlink.deleteLink(host);
  });

  test('links are changed', async () => {
    await netlink.createVeth({ host: playground.name(), peer: { name: 'eth0', ns } });
    const altName = 'an-alternative-name-too-long-for-a-name';
    await netlink.createLink('br0', 'bridge', ns);
    await netlink.addAltName('eth0', altName, ns);
    expect((await netlink.link(altName, ns))?.name).toBe('eth0');
    await netlink.setLink(
      altName,
      { up: true, mtu: 1280, mac: '02:00:00:00:00:08', txQueueLength: 500, alias: 'a', master: 'br0' },
      ns,
    );
    await vi.waitFor(expectLinksLikeIp, 5000);
    expect((await netlink.link('eth0', ns))?.master).toBe((await netlink.link('br0', ns))?.index);
    await netlink.setLink('eth0', { up: false, master: null }, ns);
    await netlink.setLink('eth0', { name: 'eth9' }, ns);
    await netlink.deleteAltName('eth9', altName, ns);
    await vi.waitFor(expectLinksLikeIp, 5000);
    expect(await netlink.link('eth9', ns)).toMatchObject({ up: false, master: undefined, altNames: [] });
  });

  describe('configurePod', () => {
    const request = () => ({
      ns,
      link: 'eth0',
      mac: '02:00:00:00:00:09',
      mtu: 1400,
      addresses: [{ cidr: '10.16.0.9/16' }, { cidr: 'fd00::9/64', noDad: true }],
      routes: [
        { family: 4, gateway: '10.16.0.1' },
        { family: 6, gateway: 'fd00::1' },
        { family: 4, destination: '10.99.0.0/16', gateway: '10.16.0.254' },
      ] as const,
      loopback: true,
      noTxChecksum: true,
    });

    test('everything at once, and again without harm', async () => {
      await netlink.createVeth({ host: playground.name(), peer: { name: 'eth0', ns } });
      await netlink.configurePod(request());
      await netlink.configurePod(request());
      await vi.waitFor(expectLinksLikeIp, 5000);
      expect(await netlink.link('lo', ns)).toMatchObject({ up: true });
      expect(await netlink.link('eth0', ns)).toMatchObject({ up: true, mtu: 1400, mac: '02:00:00:00:00:09' });
      expect((await netlink.routes(ns, { link: 'eth0' })).filter((route) => route.gateway)).toHaveLength(3);
      const [v6] = (await netlink.addresses(ns, 'eth0')).filter(({ cidr }) => cidr === 'fd00::9/64');
      expect(v6).toMatchObject({ noDad: true, tentative: false });
    });

    test('IPv6 that the runtime disabled is enabled', async () => {
      await netlink.createVeth({ host: playground.name(), peer: { name: 'eth0', ns } });
      expect(await netlink.sysctl(ns, 'net.ipv6.conf.eth0.disable_ipv6', '1')).toBe('1');
      await netlink.configurePod(request());
      expect(await netlink.sysctl(ns, 'net/ipv6/conf/eth0/disable_ipv6')).toBe('0');
    });

    test('exactAddresses removes what is not wanted, but no link-local address', async () => {
      await netlink.createVeth({ host: playground.name(), peer: { name: 'eth0', ns } });
      await netlink.configurePod(request());
      const addresses = [{ cidr: '10.17.0.9/16' }];
      await netlink.configurePod({ ns, link: 'eth0', addresses, routes: [], exactAddresses: true });
      expect(
        (await netlink.addresses(ns, 'eth0')).map(({ cidr, scope }) => (scope === 'link' ? 'fe80' : cidr)),
      ).toEqual(['10.17.0.9/16', 'fe80']);
    });

    test('the failed step is named', async () => {
      await netlink.createVeth({ host: playground.name(), peer: { name: 'eth0', ns } });
      const routes = [{ family: 4, gateway: '192.168.1.1' }] as const;
      await expect(netlink.configurePod({ ...request(), routes })).rejects.toMatchObject({
        code: 'ENETUNREACH',
        operation: 'replace route default (IPv4) via 192.168.1.1 dev eth0',
      });
    });
  });

  describe('refusals', () => {
    test.each([
      ['ENODEV', () => netlink.deleteLink('nothere', ns)],
      ['ENODEV', () => netlink.setLink('nothere', { up: true }, ns)],
      ['ENODEV', () => netlink.addAddress('nothere', '10.0.0.1/8', {}, ns)],
      ['ENOENT', () => netlink.links('/run/netns/nothere')],
      ['EINVAL', () => netlink.links('/etc/passwd')],
      ['ESRCH', () => netlink.deleteRoute({ family: 4, destination: '10.77.0.0/16' }, ns)],
      ['EADDRNOTAVAIL', () => netlink.deleteAddress('lo', '10.0.0.1/8', ns)],
      ['EOPNOTSUPP', () => netlink.deleteLink('lo', ns)],
      ['EINVAL', () => netlink.addAddress('lo', '10.0.0.1/99', {}, ns)],
      ['ENOENT', () => netlink.sysctl(ns, 'net/ipv4/nothere')],
      ['EINVAL', () => netlink.sysctl(ns, 'kernel/hostname')],
      ['ENOENT', () => netlink.netns.deleteNamed('nothere')],
      ['EINVAL', () => netlink.netns.createNamed('a/b')],
    ])('%s: %s', async (code, act) => {
      await expect(act()).rejects.toMatchObject({ name: 'NetlinkError', code });
    });

    test('EEXIST, whichever end is taken, and nothing is left of the try', async () => {
      const host = playground.name();
      const other = playground.name();
      await netlink.createVeth({ host, peer: { name: 'eth0', ns } });
      const taken = { name: 'NetlinkError', code: 'EEXIST' };
      await expect(netlink.createVeth({ host, peer: { name: 'eth1', ns } })).rejects.toMatchObject(taken);
      await expect(netlink.createVeth({ host: other, peer: { name: 'eth0', ns } })).rejects.toMatchObject(taken);
      expect(await netlink.link('eth1', ns)).toBeUndefined();
      expect(await netlink.link(other)).toBeUndefined();
      await expect(netlink.addAddress('lo', '127.0.0.9/8', {}, ns)).resolves.toBeUndefined();
      await expect(netlink.addAddress('lo', '127.0.0.9/8', {}, ns)).rejects.toMatchObject(taken);
    });
  });

  test('named namespaces are those of `ip netns`', async () => {
    const name = playground.name();
    expect(await netlink.netns.exists(name)).toBe(false);
    await netlink.netns.createNamed(name);
    expect(await netlink.netns.exists(name)).toBe(true);
    expect(ipJson<{ name: string }>(undefined, 'netns').map((each) => each.name)).toContain(name);
    await expect(netlink.netns.createNamed(name)).rejects.toMatchObject({ code: 'EEXIST' });
    ip(undefined, 'netns', 'del', name);
    ip(undefined, 'netns', 'add', name);
    expect(await netlink.netns.list()).toContain(name);
    await netlink.netns.deleteNamed(name);
    expect(await netlink.netns.exists(name)).toBe(false);
  });

  test('a path that is used again is another namespace', async () => {
    const name = playground.name();
    const path = await netlink.netns.createNamed(name);
    await netlink.createLink('d0', 'bridge', path);
    await netlink.netns.deleteNamed(name);
    await netlink.netns.createNamed(name);
    expect((await netlink.links(path)).map((link) => link.name)).toEqual(['lo']);
    await netlink.netns.deleteNamed(name);
  });
});
