import { describe, expect, test } from 'vitest';
import { decideRunning, type RunningSituation } from './decide-running.ts';
import { decideStart, type StartSituation } from './decide-start.ts';
import type { PeerAnswer } from './peer.ts';
import { parseRaftStatus, type RaftServer, type RaftStatus } from './raft-status.ts';

const SILENT: PeerAnswer = { kind: 'silent', why: 'refused' };
const EMPTY: PeerAnswer = { kind: 'empty' };
const STANDALONE: PeerAnswer = { kind: 'standalone' };
const beside = (answer: PeerAnswer, more: object = {}) => ({
  others: [{ host: 'b', older: false, ending: false, ...more }],
  peers: new Map([['b', answer]]),
});
const member = (clusterId: string, more: object = {}): PeerAnswer => ({
  ...{ kind: 'member', clusterId, serverId: 'bbbb0000', leader: false, connected: true, index: 10 },
  ...more,
});
const peers = (b: PeerAnswer, c: PeerAnswer) =>
  new Map([
    ['b', b],
    ['c', c],
  ]);
const ADDRESS = 'ssl:a:6643';
const clustered = (clusterId: string, address = ADDRESS) => ({ kind: 'clustered', clusterId, address }) as const;

describe('before the server runs', () => {
  const start: StartSituation = {
    ...{ self: 'a', members: ['a', 'b', 'c'], address: ADDRESS, local: { kind: 'none' } },
    ...{ peers: peers(EMPTY, EMPTY), others: [], waitedMs: 0, patienceMs: 1000 },
  };
  test.each<[string, Partial<StartSituation>, object]>([
    ['the first of three empty ones begins', {}, { do: 'create', from: 'schema' }],
    [
      'the others wait for it',
      {
        self: 'b',
        peers: new Map([
          ['a', EMPTY],
          ['c', EMPTY],
        ]),
      },
      { do: 'wait', why: 'a begins the cluster' },
    ],
    ['one silent: wait', { peers: peers(EMPTY, SILENT) }, { do: 'wait' }],
    ['one silent for long: two may begin', { peers: peers(EMPTY, SILENT), waitedMs: 1000 }, { do: 'create' }],
    ['two silent for ever: one never begins', { peers: peers(SILENT, SILENT), waitedMs: 1e9 }, { do: 'wait' }],
    [
      'a cluster with a leader is joined, the leader first',
      { peers: peers(member('x'), member('x', { leader: true })) },
      { do: 'join', hosts: ['c', 'b'] },
    ],
    [
      'data without a leader is waited for',
      { peers: peers(member('x', { connected: false }), EMPTY), waitedMs: 1e9 },
      { do: 'wait' },
    ],
    ['a peer with data to begin with goes first', { peers: peers({ kind: 'seed' }, EMPTY) }, { do: 'wait' }],
    ['own standalone data begins the cluster', { local: { kind: 'standalone' } }, { do: 'create', from: 'local' }],
    [
      'own standalone data gives way to a cluster',
      { local: { kind: 'standalone' }, peers: peers(member('x'), EMPTY) },
      { do: 'set-aside' },
    ],
    ['a broken file', { local: { kind: 'broken', why: 'bad' } }, { do: 'set-aside', why: 'bad' }],
    ['G3: a file that never joined is nothing to keep', { local: { kind: 'joining' } }, { do: 'set-aside' }],
    ['G1: a member starts whoever is there', { local: clustered('x'), peers: peers(SILENT, SILENT) }, { do: 'start' }],
    [
      'a member of another cluster than the living one',
      { local: clustered('x'), peers: peers(member('y'), EMPTY) },
      { do: 'set-aside' },
    ],
    [
      'a member of the living cluster',
      { local: clustered('x'), peers: peers(member('y'), member('x')) },
      { do: 'start' },
    ],
    [
      'a changed address joins anew',
      { local: clustered('x', 'ssl:z:6643'), peers: peers(member('x'), EMPTY) },
      { do: 'set-aside' },
    ],
    [
      'a changed address waits for silent peers',
      { local: clustered('x', 'ssl:z:6643'), peers: peers(SILENT, SILENT) },
      { do: 'wait' },
    ],
    [
      'all addresses have changed: the data is kept',
      { local: clustered('x', 'ssl:z:6643'), peers: peers(EMPTY, EMPTY), waitedMs: 1000 },
      { do: 'to-standalone' },
    ],
    [
      'one to three: an empty member stands by beside the single database',
      { peers: peers(STANDALONE, EMPTY), waitedMs: 1e9 },
      { do: 'wait', standby: true },
    ],
    [
      'one to three: so does one with leftovers of a cluster, or of a single database',
      { local: clustered('x'), peers: peers(STANDALONE, SILENT) },
      { do: 'wait', standby: true },
    ],
    [
      'a single database beside a living cluster is a mistake, and not waited for',
      { local: clustered('x'), peers: peers(STANDALONE, member('x')) },
      { do: 'start' },
    ],
    ['single: new', { members: [] }, { do: 'create-standalone' }],
    ['single: pods cannot be listed', { members: [], others: undefined }, { do: 'wait' }],
    [
      'single: pods cannot be listed for long',
      { members: [], others: undefined, waitedMs: 1000 },
      { do: 'create-standalone' },
    ],
    [
      'single: pods cannot be listed, and there is data',
      { members: [], others: undefined, local: { kind: 'standalone' } },
      { do: 'start' },
    ],
    ['single: another pod serves', { members: [], ...beside(STANDALONE) }, { do: 'wait' }],
    [
      'single: another pod serves, own data is a leftover',
      { members: [], local: { kind: 'standalone' }, waitedMs: 1e9, ...beside(STANDALONE) },
      { do: 'wait' },
    ],
    ['single: another pod serves, and ends', { members: [], ...beside(STANDALONE, { ending: true }) }, { do: 'wait' }],
    ['single: a cluster serves', { members: [], ...beside(member('x')) }, { do: 'wait' }],
    ['single: another has data', { members: [], waitedMs: 1e9, ...beside({ kind: 'seed' }) }, { do: 'wait' }],
    [
      'single: of two with data the older',
      { members: [], local: { kind: 'standalone' }, ...beside({ kind: 'seed' }, { older: true }) },
      { do: 'wait' },
    ],
    [
      'single: of two with data this is the older',
      { members: [], local: { kind: 'standalone' }, ...beside({ kind: 'seed' }) },
      { do: 'start' },
    ],
    ['single: of two empty ones the older', { members: [], ...beside(EMPTY, { older: true }) }, { do: 'wait' }],
    ['single: of two empty ones this is the older', { members: [], ...beside(EMPTY) }, { do: 'create-standalone' }],
    [
      'single: own data goes before an older pod without',
      { members: [], local: { kind: 'standalone' }, ...beside(EMPTY, { older: true }) },
      { do: 'start' },
    ],
    ['single: another is silent', { members: [], ...beside(SILENT) }, { do: 'wait' }],
    [
      'single: another is silent for long',
      { members: [], waitedMs: 1000, ...beside(SILENT) },
      { do: 'create-standalone' },
    ],
    [
      'single: another ends in silence',
      { members: [], ...beside(SILENT, { ending: true }) },
      { do: 'create-standalone' },
    ],
    ['single: from a cluster', { members: [], local: clustered('x') }, { do: 'to-standalone' }],
    ['single: as it is', { members: [], local: { kind: 'standalone' } }, { do: 'start' }],
  ])('%s', (_, changes, expected) => {
    expect(decideStart({ ...start, ...changes })).toMatchObject(expected);
  });
});

describe('while the server runs', () => {
  const server = (id: string, host: string, silentMs?: number): RaftServer => ({
    id,
    address: `ssl:${host}:6643`,
    self: host === 'a',
    silentMs,
  });
  const status: RaftStatus = {
    ...{ clusterId: 'x', serverId: 'aaaa0000', state: 'member', role: 'leader', hasLeader: true, term: 1 },
    servers: [server('aaaa', 'a'), server('bbbb', 'b', 10), server('cccc', 'c', 10)],
  };
  const c = (more: object = {}) => member('x', { serverId: 'cccc0000', ...more });
  const calm: RunningSituation = {
    ...{ self: 'a', members: ['a', 'b', 'c'], status, index: 10, peers: peers(member('x'), c()) },
    ...{ leaderlessMs: 0, joiningMs: 0, patienceMs: 1000, kickAfterMs: 500 },
  };
  const lost = { status: { ...status, role: 'candidate', hasLeader: false } as RaftStatus, leaderlessMs: 1000 };
  const alone = member('x', { connected: false });
  test.each<[string, Partial<RunningSituation>, object]>([
    ['all is well', {}, { do: 'nothing' }],
    ['a member that lost its disk leaves', { peers: peers(EMPTY, c()) }, { do: 'kick', id: 'bbbb' }],
    [
      'a former self of a member leaves',
      { peers: peers(member('x', { serverId: 'dddd0000' }), c()) },
      { do: 'kick', id: 'bbbb' },
    ],
    ['a wanted member may be silent', { peers: peers(SILENT, c()) }, { do: 'nothing' }],
    ['a removed member that still talks stays for now', { members: ['a', 'b'] }, { do: 'nothing' }],
    [
      'a removed member that is silent leaves',
      { members: ['a', 'b'], status: { ...status, servers: [server('aaaa', 'a'), server('cccc', 'c', 500)] } },
      { do: 'kick', id: 'cccc' },
    ],
    [
      'a removed member never heard of leaves',
      { members: ['a', 'b'], status: { ...status, servers: [server('aaaa', 'a'), server('cccc', 'c')] } },
      { do: 'kick' },
    ],
    ['removed by the others', { status: { ...status, state: 'left' } }, { do: 'rejoin' }],
    ['joining for too long', { status: { ...status, state: 'joining' }, joiningMs: 1000 }, { do: 'rejoin' }],
    ['no leader for a moment', { ...lost, leaderlessMs: 500, peers: peers(EMPTY, EMPTY) }, { do: 'nothing' }],
    ['no leader, silent peers may come back', { ...lost, peers: peers(SILENT, SILENT) }, { do: 'nothing' }],
    ['no leader, both others lost their data', { ...lost, peers: peers(EMPTY, EMPTY) }, { do: 'rebuild' }],
    [
      'no leader, both others replaced',
      { ...lost, members: ['a', 'd', 'e'], peers: new Map([['d', EMPTY]]) },
      { do: 'rebuild' },
    ],
    [
      'no leader, one lost its data, two can still vote',
      { ...lost, peers: peers(EMPTY, c({ connected: false })) },
      { do: 'nothing' },
    ],
    [
      'of two survivors of five, the newer rebuilds',
      {
        ...lost,
        index: 9,
        status: {
          ...lost.status,
          servers: [...status.servers, server('dddd', 'd'), server('eeee', 'e'), server('ffff', 'f')],
        },
        peers: peers(alone, EMPTY),
      },
      { do: 'nothing' },
    ],
    ['another cluster has a leader and we do not', { ...lost, peers: peers(member('y'), EMPTY) }, { do: 'rejoin' }],
    ['two clusters lead: the smaller gives way', { peers: peers(member('y'), member('y')) }, { do: 'rejoin' }],
    [
      'two clusters lead, as many each: the one with the first member stays',
      { peers: peers(member('y'), SILENT) },
      { do: 'nothing' },
    ],
  ])('%s', (_, changes, expected) => {
    expect(decideRunning({ ...calm, ...changes })).toMatchObject(expected);
  });
});

test('cluster/status as ovsdb-server 3.5 writes it', () => {
  const text = [
    ...['138a', 'Name: OVN_Northbound', 'Cluster ID: 1dd8 (1dd8e7cc-a2be-4f05-b123-f4b200413bb1)'],
    ...['Server ID: 138a (138a008c-377f-4865-b298-24d932914836)', 'Address: ssl:[fd00::1]:6643'],
    ...[
      'Status: disconnected from the cluster (election timeout)',
      'Role: candidate',
      'Term: 7',
      'Leader: unknown',
      'Vote: self',
      '',
      'Servers:',
    ],
    '    138a (138a at ssl:[fd00::1]:6643) (self)',
    '    9fe3 (9fe3 at ssl:10.0.0.1:6643) last msg 19 ms ago',
  ].join('\n');
  expect(parseRaftStatus(text)).toMatchObject({
    ...{
      clusterId: '1dd8e7cc-a2be-4f05-b123-f4b200413bb1',
      state: 'member',
      role: 'candidate',
      hasLeader: false,
      term: 7,
    },
    servers: [
      { id: '138a', address: 'ssl:[fd00::1]:6643', self: true },
      { id: '9fe3', self: false, silentMs: 19 },
    ],
  });
});
