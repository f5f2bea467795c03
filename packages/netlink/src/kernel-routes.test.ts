// Addresses, routes, rules and neighbours against the real kernel, with `ip -j` as the oracle.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type InstalledRoute, type Netlink, type NetnsRef, openNetlink } from './index.ts';
import { ip, ipJson, Playground, whyNot } from './testing/real-namespaces.ts';

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
});
