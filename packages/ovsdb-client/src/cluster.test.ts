import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect, type OvsdbClient, type RowChange, type TransactOutcome } from './index.ts';
import { dataPlaneRoot } from './testing/data-plane-root.ts';
import { type OvsdbServer, runTool, type ServerGroup, startOvsdb } from './testing/ovsdb-server.ts';
import { Relay } from './testing/relay.ts';
import { StateLog } from './testing/state-log.ts';

const MONITOR = { database: 'OVN_Northbound', monitor: { Logical_Switch: 'all' } } as const;

describe.skipIf(!dataPlaneRoot())('a raft cluster of three', () => {
  let group: ServerGroup;
  let log: StateLog;
  let open: { close(): Promise<void> }[];

  beforeEach(async () => {
    group = await startOvsdb({ members: 3 });
    log = new StateLog();
    open = [];
  });
  afterEach(async () => {
    await Promise.all(open.map((client) => client.close()));
    await group.stop();
  });

  function client(servers: readonly { endpoint: string }[], options: { leaderOnly?: boolean } = {}): OvsdbClient {
    const endpoints = servers.map(({ endpoint }) => endpoint);
    const made = connect({ ...MONITOR, ...options, endpoints, onStateChange: log.onStateChange });
    open.push(made);
    return made;
  }

  /** The members, the leader first. A member that has just joined may know no leader yet: ask until one says it is. */
  async function leaderFirst(): Promise<OvsdbServer[]> {
    const finder = connect({ ...MONITOR, endpoints: group.servers.map(({ endpoint }) => endpoint) });
    await finder.current();
    const status = await finder.request('transact', ['_Server', { op: 'select', table: 'Database', where: [] }]);
    await finder.close();
    const id = JSON.stringify(status).match(
      /"OVN_Northbound".*?"sid":\["uuid","([0-9a-f-]+)"\]|"sid":\["uuid","([0-9a-f-]+)"\]/,
    );
    const leader = id?.[1] ?? id?.[2] ?? '';
    return [...group.servers].sort((a, b) => Number(sid(b) === leader) - Number(sid(a) === leader));
  }

  function sid(server: OvsdbServer): string {
    return appctl(server, 'cluster/sid').trim();
  }

  function appctl(server: OvsdbServer, command: string): string {
    const ctl = server.endpoint.slice('unix:'.length).replace(/\.sock$/, '.ctl');
    return runTool(dataPlaneRoot()!, 'usr/bin/ovs-appctl', ['-t', ctl, command, 'OVN_Northbound']);
  }

  function insert(on: OvsdbClient, name: string): Promise<TransactOutcome> {
    const txn = on.newTransaction();
    txn.insert('Logical_Switch', { name });
    return on.transact(txn.operations);
  }

  function names(of: OvsdbClient): Set<unknown> {
    return new Set([...of.replica.table('Logical_Switch').rows()].map(({ name }) => name));
  }

  test('a client that finds a follower first goes on to the leader', async () => {
    const [leader, ...followers] = await leaderFirst();
    const ours = client([...followers, leader!]);
    await ours.current();
    expect(log.seen.flatMap(({ why }) => why ?? [])).toEqual(Array(2).fill('the server is not the leader'));
    expect(await insert(ours, 'a')).toMatchObject({ ok: true });
    expect(names(ours)).toEqual(new Set(['a']));
  });

  test('a client that does not mind stays with a follower and sees its own change there', async () => {
    const [, follower] = await leaderFirst();
    const ours = client([follower!], { leaderOnly: false });
    await ours.current();
    const outcome = await insert(ours, 'by a follower');
    expect(outcome).toMatchObject({ ok: true });
    expect(names(ours)).toEqual(new Set(['by a follower']));
  });

  test('the leader is killed in the middle: every outcome is true', async () => {
    const [leader, ...followers] = await leaderFirst();
    const ours = client([leader!, ...followers]);
    await ours.current();
    const sent = new Map<string, Promise<TransactOutcome>>();
    const half = new Promise<void>((resolve) => {
      ours.replica.onChange(() => ours.replica.table('Logical_Switch').size >= 20 && resolve());
    });
    for (let i = 0; i < 200; i += 1) sent.set(`s${i}`, insert(ours, `s${i}`));
    await half;
    const down = log.next('connecting');
    await leader!.kill();
    await down;
    const outcomes = new Map<string, TransactOutcome>();
    for (const [name, outcome] of sent) outcomes.set(name, await outcome);
    await ours.current();
    const there = names(ours);
    const kinds = new Set<string>();
    for (const [name, outcome] of outcomes) {
      const kind = outcome.ok ? 'yes' : outcome.committed;
      kinds.add(kind);
      if (kind !== 'unknown') expect([name, there.has(name)]).toEqual([name, kind === 'yes']);
    }
    expect(kinds).toContain('yes');
    expect(kinds).toContain('unknown');
    expect(await insert(ours, 'under the new leader')).toMatchObject({ ok: true });
  });

  test('the leader steps down: the client follows without losing a row', async () => {
    const [leader, ...followers] = await leaderFirst();
    const ours = client([leader!, ...followers]);
    await ours.current();
    expect(await insert(ours, 'before')).toMatchObject({ ok: true });
    const changes: RowChange[] = [];
    ours.replica.onChange((batch) => changes.push(...batch));
    const down = log.next('connecting');
    appctl(leader!, 'cluster/leave');
    expect(await down).toMatch(/not the leader|not connected|does not have|canceled/);
    await ours.current();
    expect(changes).toEqual([]);
    expect(await insert(ours, 'after')).toMatchObject({ ok: true });
    expect(names(ours)).toEqual(new Set(['before', 'after']));
  });

  test('a short absence is resumed, not dumped again', async () => {
    const [leader] = await leaderFirst();
    const relay = await Relay.start(leader!.directory, leader!.endpoint);
    const [ours, other] = [client([relay]), client([leader!])];
    await Promise.all([ours.current(), other.current()]);
    for (const name of ['kept1', 'kept2', 'kept3']) await insert(other, name);
    await ours.request('echo', []);
    expect(relay.received).toContain('"result":[false,');
    const changes: RowChange[] = [];
    ours.replica.onChange((batch) => changes.push(...batch));
    relay.closed = true;
    const down = log.next('connecting');
    relay.cut();
    await down;
    await insert(other, 'missed');
    relay.closed = false;
    await ours.current();
    expect(relay.received).toContain('"result":[true,');
    expect(relay.received).not.toContain('kept1');
    expect(changes.map(({ before, after }) => [before, after?.name])).toEqual([[undefined, 'missed']]);
    expect(names(ours)).toEqual(new Set(['kept1', 'kept2', 'kept3', 'missed']));
    await ours.close();
    await relay.stop();
  });

  test('a member restarted with the others going on catches up', async () => {
    const [leader, follower] = await leaderFirst();
    const ours = client([follower!], { leaderOnly: false });
    const other = client([leader!]);
    await Promise.all([ours.current(), other.current()]);
    await insert(other, 'one');
    const down = log.next('connecting');
    await follower!.kill();
    await down;
    await insert(other, 'two');
    await follower!.start();
    await ours.current();
    const both = new Promise<void>((resolve) => {
      const look = () => names(ours).size === 2 && resolve();
      ours.replica.onChange(look);
      look();
    });
    await both;
    expect(join(...[...names(ours)].map(String).sort())).toBe('one/two');
  });
});
