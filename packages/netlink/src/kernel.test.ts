// Against the real kernel, with `ip -j` as the oracle.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type InstalledRoute, type Netlink, type NetnsRef, openNetlink } from './index.ts';
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
interface IpAddresses {
  ifname: string;
  addr_info: {
    family: string;
    local: string;
    prefixlen: number;
    scope: string;
    nodad?: boolean;
    tentative?: boolean;
  }[];
}
interface IpRoute {
  type?: string;
  dst: string;
  gateway?: string;
  dev?: string;
  prefsrc?: string;
  metric?: number;
  table?: string;
  protocol?: string;
  scope?: string;
  flags: string[];
  metrics?: { mtu?: number }[];
  nexthops?: { gateway?: string; dev: string; weight: number }[];
}
interface IpRule {
  priority: number;
  src: string;
  srclen?: number;
  dst?: string;
  dstlen?: number;
  table: string;
  fwmark?: string;
  fwmask?: string;
  iif?: string;
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

  /** Both ends in `ns`, up, with addresses that the routes below need. */
  async function pair(): Promise<void> {
    await netlink.createVeth({
      host: playground.name(),
      mtu: 1400,
      peer: { name: 'v0', mac: '02:00:00:00:00:05', ns },
    });
    await netlink.createVeth({ host: playground.name(), peer: { name: 'v1', ns } });
    const addresses = [{ cidr: '10.16.0.5/16' }, { cidr: 'fd00::5/64', noDad: true }];
    await netlink.configurePod({ ns, link: 'v0', addresses, routes: [], loopback: true });
    await netlink.setLink('v1', { up: true }, ns);
  }

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

  test('addresses', async () => {
    await pair();
    await netlink.addAddress('v1', '172.31.0.1/24', { scope: 'link', noPrefixRoute: true }, ns);
    const ours = (await netlink.addresses(ns)).filter(({ tentative }) => !tentative);
    const theirs = ipJson<IpAddresses>(ns, 'addr').flatMap(({ ifname, addr_info }) =>
      addr_info.map((each) => ({ ...each, ifname })),
    );
    const key = (link: string | undefined, cidr: string, scope: unknown, noDad: boolean) =>
      `${link} ${cidr} ${scope} ${noDad ? 'nodad' : ''}`;
    expect(ours.map((each) => key(each.link, each.cidr, each.scope, each.noDad)).sort()).toEqual(
      theirs
        .filter(({ tentative }) => !tentative)
        .map((each) => key(each.ifname, `${each.local}/${each.prefixlen}`, each.scope, each.nodad ?? false))
        .sort(),
    );
    expect((await netlink.addresses(ns, 'v1')).map(({ cidr }) => cidr)).toContain('172.31.0.1/24');
    await netlink.deleteAddress('v1', '172.31.0.1/24', ns);
    expect((await netlink.addresses(ns, 'v1')).map(({ cidr }) => cidr)).not.toContain('172.31.0.1/24');
  });

  function likeIp(route: InstalledRoute) {
    return {
      destination: route.destination ?? 'default',
      gateway: route.gateway,
      link: route.link,
      source: route.source,
      metric: route.metric,
      table: route.table,
      protocol: route.protocol,
      scope: route.scope,
      type: route.type,
      onLink: route.onLink,
      mtu: route.mtu,
      nextHops: route.nextHops?.map(({ gateway, link, weight }) => ({ gateway, link, weight })),
    };
  }

  const TABLES: Readonly<Record<string, number>> = { main: 254, local: 255, default: 253 };

  function fromIp(family: 4 | 6, route: IpRoute) {
    const bare = !route.dst.includes('/') && route.dst !== 'default';
    return {
      destination: bare ? `${route.dst}/${family === 4 ? 32 : 128}` : route.dst,
      gateway: route.gateway,
      link: route.dev,
      source: route.prefsrc,
      metric: route.metric ?? 0,
      table: route.table === undefined ? 254 : (TABLES[route.table] ?? Number(route.table)),
      protocol: route.protocol ?? 'boot',
      scope: route.scope ?? 'global',
      type: route.type ?? 'unicast',
      onLink: route.flags.includes('onlink'),
      mtu: route.metrics?.[0]?.mtu,
      nextHops: route.nexthops?.map(({ gateway, dev, weight }) => ({ gateway, link: dev, weight })),
    };
  }

  async function expectRoutesLikeIp(): Promise<void> {
    for (const family of [4, 6] as const) {
      const ours = (await netlink.routes(ns, { family, table: 'all' })).map(likeIp);
      const theirs = ipJson<IpRoute>(ns, `-${family}`, 'route', 'show', 'table', 'all').map((route) =>
        fromIp(family, route),
      );
      const order = (each: unknown) => JSON.stringify(each);
      expect(ours.map(order).sort()).toEqual(theirs.map(order).sort());
    }
  }

  test('routes of both families', async () => {
    await pair();
    await netlink.addRoute({ family: 4, gateway: '10.16.0.1', metric: 50, mtu: 1300, protocol: 'static' }, ns);
    await netlink.addRoute({ family: 4, destination: '10.9.0.0/24', link: 'v0', source: '10.16.0.5' }, ns);
    await netlink.addRoute({ family: 4, destination: '10.8.0.0/16', type: 'blackhole', table: 1000 }, ns);
    await netlink.addRoute(
      { family: 4, destination: '10.7.0.0/16', gateway: '172.30.0.1', link: 'v0', onLink: true },
      ns,
    );
    await netlink.addRoute({ family: 4, type: 'local', link: 'lo', table: 10001 }, ns);
    await netlink.addRoute({ family: 6, gateway: 'fd00::1', protocol: 'static' }, ns);
    await netlink.addRoute({ family: 6, destination: 'fd01::/64', link: 'v0', metric: 7, protocol: 'kernel' }, ns);
    ip(ns, 'route', 'add', '10.6.0.0/16', 'nexthop', 'via', '10.16.0.1', 'weight', '2', 'nexthop', 'via', '10.16.0.2');
    await vi.waitFor(expectRoutesLikeIp, 5000);
    await netlink.replaceRoute({ family: 4, destination: '10.9.0.0/24', gateway: '10.16.0.3' }, ns);
    await netlink.deleteRoute({ family: 6, destination: 'fd01::/64' }, ns);
    await netlink.deleteRoute({ family: 4, destination: '10.8.0.0/16', table: 1000 }, ns);
    await vi.waitFor(expectRoutesLikeIp, 5000);
    expect(await netlink.routes(ns, { family: 4, table: 1000 })).toEqual([]);
    expect((await netlink.routes(ns, { link: 'v0', family: 4 })).every(({ link }) => link === 'v0')).toBe(true);
    expect(
      (await netlink.routes(ns, { family: 4 })).find((route) => route.destination === '10.9.0.0/24'),
    ).toMatchObject({
      gateway: '10.16.0.3',
    });
  });

  test('a route read can be written back and deleted as read', async () => {
    await pair();
    await netlink.addRoute({ family: 4, gateway: '10.16.0.1', metric: 50, mtu: 1300, protocol: 'static' }, ns);
    await netlink.addRoute({ family: 6, gateway: 'fd00::1', protocol: 'static' }, ns);
    const nextHops = [
      { gateway: '10.16.0.1', weight: 3 },
      { gateway: '10.16.0.2', link: 'v0' },
    ];
    await netlink.addRoute({ family: 4, metric: 60, nextHops }, ns);
    await netlink.addRoute({ family: 6, metric: 60, nextHops: [{ gateway: 'fd00::1' }, { gateway: 'fd00::2' }] }, ns);
    const listDefaults = async () => (await netlink.routes(ns)).filter(({ destination }) => destination === undefined);
    const defaults = await listDefaults();
    expect(defaults).toHaveLength(4);
    await vi.waitFor(expectRoutesLikeIp, 5000);
    for (const route of defaults) await netlink.deleteRoute(route, ns);
    expect(await listDefaults()).toEqual([]);
    for (const route of defaults) await netlink.addRoute(route, ns);
    expect(await listDefaults()).toEqual(defaults);
  });

  test('rules', async () => {
    const added = {
      family: 4,
      priority: 150,
      source: '10.16.0.5/32',
      mark: 0x90003,
      markMask: 0x90003,
      table: 10001,
    } as const;
    await netlink.addRule(added, ns);
    await netlink.addRule({ family: 6, priority: 9, destination: 'fd00::/64', inputLink: 'lo', table: 77 }, ns);
    for (const family of [4, 6] as const) {
      const ours = (await netlink.rules(ns)).filter((rule) => rule.family === family);
      const theirs = ipJson<IpRule>(ns, `-${family}`, 'rule');
      const longest = family === 4 ? 32 : 128;
      expect(
        ours.map(({ priority, source, destination, mark, markMask, inputLink, table }) => {
          return { priority, source, destination, mark, markMask, inputLink, table };
        }),
      ).toEqual(
        theirs.map((rule) => ({
          priority: rule.priority,
          source: rule.src === 'all' ? undefined : `${rule.src}/${rule.srclen ?? longest}`,
          destination: rule.dst === undefined ? undefined : `${rule.dst}/${rule.dstlen ?? longest}`,
          mark: rule.fwmark === undefined ? undefined : Number(rule.fwmark),
          markMask: rule.fwmask === undefined ? undefined : Number(rule.fwmask),
          inputLink: rule.iif,
          table: TABLES[rule.table] ?? Number(rule.table),
        })),
      );
    }
    await netlink.deleteRule({ family: 4, priority: 150 }, ns);
    await expect(netlink.deleteRule(added, ns)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('neighbours', async () => {
    await pair();
    const mac = '02:00:00:00:00:77';
    await netlink.replaceNeighbour({ link: 'v0', address: '10.16.0.77', mac }, ns);
    await netlink.replaceNeighbour({ link: 'v0', address: 'fd00::77', mac, state: 'reachable' }, ns);
    const ours = (await netlink.neighbours(ns)).filter(({ state }) => state !== 'noarp');
    const theirs = ipJson<{ dst: string; dev: string; lladdr: string; state: string[] }>(ns, 'neigh');
    expect(ours.map(({ address, link, mac: lladdr, state }) => [address, link, lladdr, state]).sort()).toEqual(
      theirs.map(({ dst, dev, lladdr, state }) => [dst, dev, lladdr, state[0]?.toLowerCase()]).sort(),
    );
    await netlink.deleteNeighbour('v0', '10.16.0.77', ns);
    expect((await netlink.neighbours(ns)).map(({ address }) => address)).not.toContain('10.16.0.77');
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
      await vi.waitFor(expectRoutesLikeIp, 5000);
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
