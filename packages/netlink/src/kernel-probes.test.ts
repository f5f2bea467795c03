// Probes, watch and offload against the real kernel.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Netlink, type NetlinkChange, type NetnsRef, openNetlink } from './index.ts';
import { loadSyscalls } from './system/libc.ts';
import { Namespaces } from './system/namespaces.ts';
import { ip, Playground, whyNot } from './testing/real-namespaces.ts';
import { ETHTOOL_GTXCSUM } from './uapi/ethtool.ts';
import { AF_INET, SOCK_DGRAM } from './uapi/socket.ts';

const MAC = '02:00:00:00:00:05';
const GATEWAY_MAC = '02:00:00:00:00:01';

describe.skipIf(whyNot !== undefined)('kernel', () => {
  let netlink: Netlink;
  let playground: Playground;
  let ns: NetnsRef;
  let gateway: NetnsRef;
  beforeAll(async () => {
    netlink = await openNetlink();
    playground = new Playground(netlink);
  });
  /** eth0 in `ns`, 10.16.0.5; at its other end gw0 in `gateway`, 10.16.0.1. */
  beforeEach(async () => {
    ns = await playground.namespace();
    gateway = await playground.namespace();
    ip(
      gateway,
      'link',
      'add',
      'gw0',
      'address',
      GATEWAY_MAC,
      'type',
      'veth',
      'peer',
      'name',
      'eth0',
      'netns',
      ns.slice(11),
    );
    const pod = { ns, link: 'eth0', mac: MAC, loopback: true };
    const addresses = [{ cidr: '10.16.0.5/16' }, { cidr: 'fd00::5/64', noDad: true }];
    await netlink.configurePod({ ...pod, addresses, routes: [{ family: 4, gateway: '10.16.0.1' }] });
    const gatewayAddresses = [{ cidr: '10.16.0.1/16' }, { cidr: 'fd00::1/64', noDad: true }];
    await netlink.configurePod({ ns: gateway, link: 'gw0', addresses: gatewayAddresses, routes: [] });
  });
  afterEach(() => playground.clear());
  afterAll(() => netlink.close());

  test.each([
    ['ARP', '10.16.0.5', '10.16.0.1'],
    ['ARP probe', undefined, '10.16.0.1'],
    ['neighbour solicitation', 'fd00::5', 'fd00::1'],
    ['neighbour solicitation, probing', undefined, 'fd00::1'],
  ])('%s is answered', async (_what, source, target) => {
    const found = await netlink.resolveNeighbour('eth0', source, target, { ns, timeoutMs: 10_000 });
    expect(found).toEqual({ mac: GATEWAY_MAC });
  });

  test('nobody answers', async () => {
    expect(await netlink.resolveNeighbour('eth0', '10.16.0.5', '10.16.0.9', { ns, timeoutMs: 50 })).toBeUndefined();
  });

  test('a waiting ARP holds up nobody, and can be given up', async () => {
    const stop = new AbortController();
    const options = { ns, timeoutMs: 600_000, signal: stop.signal };
    const waiting = netlink.resolveNeighbour('eth0', '10.16.0.5', '10.16.0.9', options);
    const other = await playground.namespace();
    await netlink.createVeth({ host: playground.name(), peer: { name: 'eth0', ns: other } });
    await netlink.configurePod({ ns: other, link: 'eth0', addresses: [{ cidr: '10.16.0.6/16' }], routes: [] });
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  test('a link that goes away while asking', async () => {
    const waiting = netlink.resolveNeighbour('eth0', '10.16.0.5', '10.16.0.9', { ns, timeoutMs: 600_000 });
    const outcome = expect(waiting).rejects.toMatchObject({ code: 'ENODEV' });
    await netlink.deleteLink('gw0', gateway);
    await outcome;
  });

  describe('conflicts', () => {
    const timing = { probeWaitMs: 0, minIntervalMs: 5, maxIntervalMs: 10, announceWaitMs: 30 };

    test.each(['10.16.0.1', 'fd00::1'])('%s is taken', async (taken) => {
      expect(await netlink.startConflictProbe('eth0', taken, MAC, ns).result()).toEqual({ mac: GATEWAY_MAC });
    });

    test.each(['10.16.0.5', 'fd00::5'])('%s is ours alone', async (own) => {
      expect(await netlink.startConflictProbe('eth0', own, MAC, ns, timing).result()).toBeUndefined();
    });

    test('somebody who takes the address meanwhile is heard', async () => {
      const slow = { probeWaitMs: 0, probes: 1, announceWaitMs: 600_000 };
      const probe = netlink.startConflictProbe('eth0', '10.16.0.5', MAC, ns, slow);
      await netlink.announce('gw0', '10.16.0.5', GATEWAY_MAC, gateway);
      expect(await probe.result()).toEqual({ mac: GATEWAY_MAC });
    });

    test('stopped', async () => {
      const probe = netlink.startConflictProbe('eth0', '10.16.0.5', MAC, ns);
      probe.stop();
      expect(await probe.result()).toBeUndefined();
    });

    test('a link that is not there', async () => {
      await expect(netlink.startConflictProbe('eth7', '10.16.0.5', MAC, ns).result()).rejects.toMatchObject({
        code: 'ENODEV',
      });
    });
  });

  test.each([
    ['10.16.0.7', '10.16.0.7'],
    ['fd00::7', 'fd00::7'],
  ])('an announcement of %s changes the neighbour cache', async (address) => {
    const entry = { link: 'gw0', address, mac: '02:00:00:00:00:aa', state: 'stale' } as const;
    await netlink.replaceNeighbour(entry, gateway);
    const watch = netlink.watch(gateway, { kinds: ['neighbour'] });
    await watch.ready;
    await netlink.announce('eth0', address, MAC, ns);
    const change = await first(watch, (each) => each.kind === 'neighbour' && each.neighbour.mac === MAC);
    expect(change).toMatchObject({ neighbour: { address, link: 'gw0' } });
  });

  test.each(['10.16.0.1', 'fd00::1', '127.0.0.1', '::1'])('ping %s', async (target) => {
    const reply = await netlink.ping(target, { ns, timeoutMs: 10_000 });
    expect(reply?.roundTripMs).toBeGreaterThan(0);
  });

  test('ping without an answer, without a route', async () => {
    expect(await netlink.ping('10.16.0.9', { ns, timeoutMs: 50 })).toBeUndefined();
    expect(await netlink.ping('192.168.77.77', { ns: gateway, timeoutMs: 50 })).toBeUndefined();
  });

  test('watch: a lost route is seen, and the watch ends when the loop is left (I3)', async () => {
    const watch = netlink.watch(ns);
    await watch.ready;
    ip(ns, 'route', 'del', 'default');
    const change = await first(watch, (each) => each.kind === 'route' && each.action === 'delete');
    expect(change).toMatchObject({
      kind: 'route',
      route: { family: 4, gateway: '10.16.0.1', link: 'eth0', table: 254 },
    });
    const { done } = await watch[Symbol.asyncIterator]().next();
    expect(done).toBe(true);
  });

  test('watch: links and addresses', async () => {
    const watch = netlink.watch(ns, { kinds: ['link', 'address'] });
    await watch.ready;
    await netlink.addAddress('eth0', '10.17.0.5/16', {}, ns);
    await netlink.setLink('eth0', { up: false }, ns);
    const seen: string[] = [];
    await first(watch, (each) => {
      if (each.kind === 'address') seen.push(`${each.action} ${each.address.link} ${each.address.cidr}`);
      return each.kind === 'link' && !each.link.up;
    });
    expect(seen[0]).toBe('set eth0 10.17.0.5/16');
  });

  test('watch: a namespace that is not there', async () => {
    const watch = netlink.watch('/run/netns/nothere');
    await expect(watch.ready).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(first(watch, () => true)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('tx checksum offload is off after configurePod asked for it', async () => {
    const txChecksum = () => {
      const syscalls = loadSyscalls();
      const namespaces = new Namespaces(syscalls);
      const fd = namespaces.within(ns, () => syscalls.socket(AF_INET, SOCK_DGRAM, 0));
      const value = new Uint8Array(4);
      expect(syscalls.ethtool(fd, 'eth0', ETHTOOL_GTXCSUM, value)).toBe(0);
      syscalls.close(fd);
      syscalls.close(namespaces.home);
      return value[0];
    };
    expect(txChecksum()).toBe(1);
    await netlink.configurePod({ ns, link: 'eth0', addresses: [], routes: [], noTxChecksum: true });
    expect(txChecksum()).toBe(0);
  });
});

async function first(
  changes: AsyncIterable<NetlinkChange>,
  wanted: (change: NetlinkChange) => boolean,
): Promise<NetlinkChange | undefined> {
  for await (const change of changes) if (wanted(change)) return change;
  return undefined;
}
