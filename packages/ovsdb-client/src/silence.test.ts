import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect, type OvsdbClient } from './index.ts';
import { dataPlaneRoot } from './testing/data-plane-root.ts';
import { startOvsdb } from './testing/ovsdb-server.ts';
import { Peer } from './testing/peer.ts';
import { Relay } from './testing/relay.ts';
import { StateLog } from './testing/state-log.ts';

describe('a peer that does not answer', () => {
  let peer: Peer;
  let log: StateLog;
  let client: OvsdbClient | undefined;

  beforeEach(async () => {
    peer = await Peer.start();
    log = new StateLog();
  });
  afterEach(async () => {
    await client?.close();
    await peer.stop();
  });

  function open(options: { inactivityProbeMs?: number; endpoints?: string[] } = {}): OvsdbClient {
    client = connect({
      endpoints: [peer.endpoint],
      database: 'OVN_Northbound',
      monitor: {},
      onStateChange: log.onStateChange,
      ...options,
    });
    return client;
  }

  test('is asked by echo, then left', async () => {
    const left = log.next('connecting');
    open({ inactivityProbeMs: 20 });
    await peer.message(({ method }) => method === 'echo');
    expect(await left).toBe('the server has gone silent');
  });

  test('is kept as long as it answers the echo', async () => {
    const echoes = new Set<unknown>();
    open({ inactivityProbeMs: 20 });
    while (echoes.size < 4) {
      const { id } = await peer.message((message) => message.method === 'echo' && !echoes.has(message.id));
      echoes.add(id);
      peer.socket!.write(JSON.stringify({ id, result: [], error: null }));
    }
    expect([peer.connections, client!.state]).toEqual([1, 'syncing']);
  });

  test('its own echo is answered in kind', async () => {
    open();
    await peer.message(({ method }) => method === 'get_schema');
    peer.socket!.write('{"id":"echo","method":"echo","params":["x",{"y":1}]}');
    expect(await peer.message(({ id }) => id === 'echo')).toEqual({ id: 'echo', result: ['x', { y: 1 }], error: null });
  });

  test('may lay out its messages as it likes', async () => {
    const own = open();
    await peer.message(({ method }) => method === 'get_schema');
    const reply = own.request('list_dbs', []);
    const { id } = await peer.message(({ method }) => method === 'list_dbs');
    peer.socket!.write(`\n{ "error" : null,\r\n\t"result" : [ "A", "B" ],\n "id" : ${id} }\n`);
    expect(await reply).toEqual({ kind: 'result', result: ['A', 'B'] });
  });

  test.each([
    ['a reply to nothing', '{"id":4711,"result":{},"error":null}', /a reply to nothing/],
    ['neither request nor reply', '{"id":1}', /neither/],
    ['a request without parameters', '{"id":1,"method":"echo"}', /without parameters/],
    ['text', 'HTTP/1.1 400 Bad Request\r\n', /byte 0x48/],
    ['a bracket too early', '{"id":]}', /unreadable/],
    ['bytes that are no UTF-8', Buffer.from('7b2261223a22ff227d', 'hex'), /UTF-8/],
    ['the wrong reply', '{"id":2,"result":{"Database":7},"error":null}', /./],
    ['a schema that is none', '{"id":3,"result":7,"error":null}', /schema/],
  ])('%s: the connection is left', async (_name, bytes, why) => {
    const left = log.next('connecting');
    open();
    await peer.message(({ method }) => method === 'get_schema');
    peer.socket!.write(bytes);
    expect(await left).toMatch(why);
  });

  test('a dead endpoint only costs time: the next one is tried at once', async () => {
    open({ endpoints: ['unix:/nonexistent', peer.endpoint] });
    await peer.message(({ method }) => method === 'get_schema');
    expect(log.seen.map(({ state }) => state)).toEqual(['connecting', 'syncing']);
  });
});

describe.skipIf(!dataPlaneRoot())('a real server behind a line that goes dead', () => {
  test('transactions in flight become unknown, and the client comes back', async () => {
    const group = await startOvsdb();
    const relay = await Relay.start(group.servers[0]!.directory, group.servers[0]!.endpoint);
    const log = new StateLog();
    const client = connect({
      endpoints: [relay.endpoint],
      database: 'OVN_Northbound',
      monitor: { Logical_Switch: 'all' },
      inactivityProbeMs: 30,
      onStateChange: log.onStateChange,
    });
    await client.current();
    const txn = client.newTransaction();
    txn.insert('Logical_Switch', { name: 'x' });
    relay.silent = true;
    const left = log.next('connecting');
    const outcome = await client.transact(txn.operations);
    expect(outcome).toMatchObject({
      ok: false,
      committed: 'unknown',
      error: { details: 'the server has gone silent' },
    });
    expect(await left).toBe('the server has gone silent');
    relay.silent = false;
    await client.current();
    expect(client.replica.table('Logical_Switch').size).toBe(1);
    await client.close();
    await relay.stop();
    await group.stop();
  });
});
