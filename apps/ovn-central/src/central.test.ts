import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { skipReason, waitFor } from '@kube-ovn/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addSwitch, identities, openRig, type Rig, ready, sees } from './testing/rig.ts';

const reason = skipReason('central');
if (reason) console.log(`skipped: ${reason}`);

const [A, B, C, D] = ['127.0.0.11', '127.0.0.12', '127.0.0.13', '127.0.0.14'] as const;
const THREE = [A, B, C];

describe.skipIf(reason)('a single database', () => {
  let rig: Rig;
  beforeEach(() => {
    rig = openRig();
  });
  afterEach(() => rig.close());

  test('starts, survives the death of its server, and keeps its data over a restart', async () => {
    const central = rig.start(A);
    await ready(central);
    const client = rig.client([A]);
    await addSwitch(client, 'one');
    expect(await central.leadership()).toMatchObject({ nb: true, sb: true });
    await waitFor('northd', async () => (await central.leadership()).northd);
    await central.stop();
    const again = rig.start(A);
    await ready(again);
    await sees(client, 'one');
  });

  test('a file that cannot be read is kept aside, and said', async () => {
    const central = rig.start(A);
    await ready(central);
    await central.stop();
    writeFileSync(join(rig.directory(A), 'data/ovnnb_db.db'), 'OVSDB JSON 12 abcdef\n{"oh": "no"}\n');
    await ready(rig.start(A));
    expect(rig.events).toEqual([expect.stringMatching(/^127.0.0.11 nb set aside: .+/)]);
    expect(readdirSync(join(rig.directory(A), 'data')).some((name) => name.startsWith('ovnnb_db.db.aside-'))).toBe(
      true,
    );
  });
});

describe.skipIf(reason)('more than one pod', () => {
  let rig: Rig;
  beforeEach(() => {
    rig = openRig();
  });
  afterEach(() => rig.close());
  const others = async () => [{ host: A, older: true, ending: false }];

  test('a second pod of a single database waits for the first', async () => {
    await ready(rig.start(A));
    await addSwitch(rig.client([A]), 'one');
    const second = rig.start(B, [], { others });
    await waitFor('its reason', () => /127.0.0.11 serves/.test(second.notReady ?? ''));
    expect(await second.leadership()).toEqual({ nb: false, sb: false, northd: false });
  });

  test('from one to three: pods are replaced one after the other, and the cluster begins with the data', async () => {
    const single = rig.start(A);
    await ready(single);
    await addSwitch(rig.client([A]), 'one');
    // What a Deployment makes of it: one more pod of the old kind, then new ones, the pod with the data last.
    const surplus = rig.start(C, [], { others });
    const standby = rig.start(B, THREE);
    await ready(standby);
    expect(await standby.leadership()).toEqual({ nb: false, sb: false, northd: false });
    await surplus.stop();
    const third = rig.start(C, THREE);
    await ready(third);
    await single.stop();
    await ready(rig.start(A, THREE));
    await waitFor('three members', () => standby.nb.status?.servers.length === 3 && third.nb.isServing);
    await sees(rig.client(THREE), 'one');
    expect(rig.events).toEqual([]);
  });
});

describe.skipIf(reason)('a cluster of three', () => {
  let rig: Rig;
  beforeEach(() => {
    rig = openRig();
  });
  afterEach(() => rig.close());

  test('forms, loses its leader, and takes it back', async () => {
    const centrals = THREE.map((host) => rig.start(host, THREE));
    await ready(...centrals);
    const client = rig.client(THREE);
    await addSwitch(client, 'one');
    const leader = centrals.findIndex(({ nb }) => nb.isLeader);
    await centrals[leader]!.kill();
    await addSwitch(client, 'two');
    const back = rig.start(THREE[leader]!, THREE);
    await ready(back);
    expect(back.nb.status!.servers).toHaveLength(3);
    expect(rig.events).toEqual([]);
  });

  test('G1: two of three start without the third', async () => {
    const centrals = THREE.map((host) => rig.start(host, THREE));
    await ready(...centrals);
    await addSwitch(rig.client(THREE), 'one');
    await Promise.all(centrals.map((central) => central.stop()));
    await ready(rig.start(B, THREE), rig.start(C, THREE));
    const client = rig.client([B, C]);
    await sees(client, 'one');
  });

  test('a wiped member comes back with the data of the others, its old self removed', async () => {
    const centrals = THREE.map((host) => rig.start(host, THREE));
    await ready(...centrals);
    await addSwitch(rig.client(THREE), 'one');
    await centrals[0]!.kill();
    rmSync(join(rig.directory(A), 'data'), { recursive: true });
    const wiped = rig.start(A, THREE);
    await ready(wiped);
    await waitFor('three members', () => {
      const servers = centrals[1]!.nb.status?.servers ?? [];
      return servers.length === 3;
    });
    const client = rig.client([A, B, C]);
    await sees(client, 'one');
  });

  test('the first member, wiped while all others are down, waits for them instead of beginning anew', async () => {
    const centrals = THREE.map((host) => rig.start(host, THREE));
    await ready(...centrals);
    await addSwitch(rig.client(THREE), 'one');
    await Promise.all(centrals.map((central) => central.kill()));
    rmSync(join(rig.directory(A), 'data'), { recursive: true });
    const wiped = rig.start(A, THREE);
    await waitFor('its reason', () => /may hold data/.test(wiped.notReady ?? ''));
    const rest = [rig.start(B, THREE), rig.start(C, THREE)];
    await ready(wiped, ...rest);
    const client = rig.client(THREE);
    await sees(client, 'one');
  });

  test('two wiped at once: the cluster is begun anew from the data of the third', async () => {
    const centrals = THREE.map((host) => rig.start(host, THREE));
    await ready(...centrals);
    await addSwitch(rig.client(THREE), 'one');
    // A majority has it by now, which may be the two that lose it.
    await sees(rig.clientOf(C), 'one');
    await Promise.all(centrals.map((central) => central.kill()));
    for (const host of [A, B]) rmSync(join(rig.directory(host), 'data'), { recursive: true });
    const third = rig.start(C, THREE);
    // The others wait for a silent peer only so long, which here is shorter than a busy machine may need to start it.
    await waitFor('its databases', () => third.nb.isServing && third.sb.isServing);
    await ready(third, rig.start(A, THREE), rig.start(B, THREE));
    const client = rig.client(THREE);
    await sees(client, 'one');
    expect(rig.events.filter((event) => event.endsWith('rebuilt')).sort()).toEqual([
      `${C} nb rebuilt`,
      `${C} sb rebuilt`,
    ]);
  });

  test('a member is replaced by another: the old one leaves, the new one joins', async () => {
    const centrals = THREE.map((host) => rig.start(host, THREE));
    await ready(...centrals);
    await addSwitch(rig.client(THREE), 'one');
    await Promise.all(centrals.map((central) => central.stop()));
    const members = [A, B, D];
    const next = members.map((host) => rig.start(host, members));
    await ready(...next);
    await waitFor('the old member to be gone', () => {
      const servers = next[0]!.nb.status?.servers ?? [];
      return servers.length === 3 && !servers.some(({ address }) => address.includes(C));
    });
    const client = rig.client([D, A, B]);
    await sees(client, 'one');
  });

  test('a member with another address joins anew, and its former self leaves', async () => {
    const centrals = THREE.map((host) => rig.start(host, THREE));
    await ready(...centrals);
    await addSwitch(rig.client(THREE), 'one');
    await Promise.all(centrals.map((central) => central.stop()));
    const members = [A, B, D];
    cpSync(join(rig.directory(C), 'data'), join(rig.directory(D), 'data'), { recursive: true });
    const next = members.map((host) => rig.start(host, members));
    await ready(...next);
    await waitFor('three members', () => {
      const hosts = next[0]!.nb.status?.servers.map(({ address }) => address.split(':')[1]) ?? [];
      return hosts.sort().join() === [A, B, D].join();
    });
    await sees(rig.client(members), 'one');
  });
});

describe.skipIf(reason)('TLS', () => {
  let rig: Rig;
  beforeEach(() => {
    rig = openRig({ tls: true });
  });
  afterEach(() => rig.close());

  test('identity and authority are renewed under a client that loses no transaction and no connection', async () => {
    const renew = identities();
    let current = renew();
    const deal = () => {
      for (const host of THREE) rig.tlsFiles(host).write(current);
    };
    deal();
    const centrals = THREE.map((host) => rig.start(host, THREE));
    await ready(...centrals);
    const client = rig.client(THREE, () => current);
    const trusted = new Set([current.ca]);
    for (let round = 0; round < 12; round++) {
      await addSwitch(client, `round${round}`);
      current = renew();
      trusted.add(current.ca);
      deal();
      // A newcomer with the new identity is let in: the servers have it.
      const newcomer = rig.client(THREE, () => current);
      await newcomer.current(AbortSignal.timeout(10_000));
      await newcomer.close();
    }
    expect(trusted.size).toBeGreaterThan(2);
    expect(client.replica.table('Logical_Switch').size).toBe(12);
    expect(centrals.map((central) => central.nb.restarts + central.northd.restarts)).toEqual([0, 0, 0]);
    await Promise.all(centrals.map((central) => waitFor('northd', () => central.northd.running)));
  });

  test('a client without an identity of ours is refused', async () => {
    rig.tlsFiles(A).write(identities()());
    await ready(rig.start(A));
    const stranger = rig.client([A], identities());
    await expect(stranger.current(AbortSignal.timeout(1_000))).rejects.toThrow();
  });
});
