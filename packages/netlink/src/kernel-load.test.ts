// Many pods at once, many times over: everything works, nothing is left open.
import { readdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Netlink, openNetlink } from './index.ts';
import { Playground, whyNot } from './testing/real-namespaces.ts';

const openDescriptors = () => readdirSync('/proc/self/fd').length;

describe.skipIf(whyNot !== undefined)('kernel', () => {
  let netlink: Netlink;
  let playground: Playground;
  beforeAll(async () => {
    netlink = await openNetlink();
    playground = new Playground(netlink);
  });
  afterEach(() => playground.clear());
  afterAll(() => netlink.close());

  test('50 pods at once, made and removed', async () => {
    const pods = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => ({
        ns: await playground.namespace(),
        host: playground.name(),
        cidr: `10.16.1.${i + 1}/16`,
      })),
    );
    await Promise.all(
      pods.map(async ({ ns, host, cidr }) => {
        await netlink.createVeth({ host, mtu: 1400, peer: { name: 'eth0', ns } });
        const routes = [{ family: 4, gateway: '10.16.0.1' }] as const;
        await netlink.configurePod({ ns, link: 'eth0', addresses: [{ cidr }], routes, loopback: true });
      }),
    );
    for (const { ns, cidr } of pods) {
      expect((await netlink.addresses(ns, 'eth0')).map((each) => each.cidr)).toContain(cidr);
      expect(await netlink.routes(ns, { family: 4 })).toContainEqual(expect.objectContaining({ gateway: '10.16.0.1' }));
    }
    await Promise.all(pods.map(({ host }) => netlink.deleteLink(host)));
    const left = new Set((await netlink.links()).map(({ name }) => name));
    expect(pods.filter(({ host }) => left.has(host))).toEqual([]);
  });

  test('deletions that go together keep their own verdicts', async () => {
    const names = [playground.name(), playground.name(), playground.name()];
    for (const host of names) {
      await netlink.createVeth({ host, peer: { name: 'eth0', ns: await playground.namespace() } });
    }
    const outcomes = await Promise.allSettled(
      [...names, 'nothere', 'lo', names[0] ?? ''].map((name) => netlink.deleteLink(name)),
    );
    expect(outcomes.map((each) => (each.status === 'fulfilled' ? 'done' : each.reason.code))).toEqual([
      'done',
      'done',
      'done',
      'ENODEV',
      'EOPNOTSUPP',
      'ENODEV',
    ]);
  });

  test('500 pods one after another leave no descriptor open', async () => {
    const ns = await playground.namespace();
    const host = playground.name();
    const cycle = async () => {
      await netlink.createVeth({ host, peer: { name: 'eth0', ns } });
      const routes = [{ family: 4, gateway: '10.16.0.1' }] as const;
      await netlink.configurePod({
        ns,
        link: 'eth0',
        addresses: [{ cidr: '10.16.0.5/16' }],
        routes,
        noTxChecksum: true,
      });
      const probe = netlink.startConflictProbe('eth0', '10.16.0.5', '02:00:00:00:00:05', ns);
      await netlink.resolveNeighbour('eth0', undefined, '10.16.0.1', { ns, timeoutMs: 1 });
      await expect(netlink.createVeth({ host, peer: { name: 'eth0', ns } })).rejects.toMatchObject({ code: 'EEXIST' });
      await netlink.ping('10.16.0.5', { ns, timeoutMs: 1 });
      probe.stop();
      await netlink.deleteLink(host);
    };
    await cycle();
    const before = openDescriptors();
    for (let i = 0; i < 500; i++) await cycle();
    await vi.waitFor(() => expect(openDescriptors()).toBeLessThanOrEqual(before), { timeout: 20_000 });
  }, 180_000);
});
