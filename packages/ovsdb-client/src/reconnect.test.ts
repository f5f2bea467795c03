import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect, type OvsdbClient, type RowChange } from './index.ts';
import { dataPlaneRoot, schemaFile } from './testing/data-plane-root.ts';
import { runTool, type ServerGroup, startOvsdb } from './testing/ovsdb-server.ts';
import { Relay } from './testing/relay.ts';
import { StateLog } from './testing/state-log.ts';

describe.skipIf(!dataPlaneRoot())('reconnecting', () => {
  let group: ServerGroup;
  let relay: Relay;
  let log: StateLog;
  let client: OvsdbClient;
  let direct: OvsdbClient;

  beforeEach(async () => {
    group = await startOvsdb();
    const server = group.servers[0]!;
    relay = await Relay.start(server.directory, server.endpoint);
    log = new StateLog();
    const common = {
      database: 'OVN_Northbound',
      monitor: { Logical_Switch: 'all', Logical_Switch_Port: 'all' },
    } as const;
    client = connect({ ...common, endpoints: [relay.endpoint], onStateChange: log.onStateChange });
    direct = connect({ ...common, endpoints: [server.endpoint] });
    await Promise.all([client.current(), direct.current()]);
  });
  afterEach(async () => {
    await Promise.all([client.close(), direct.close()]);
    await relay.stop();
    await group.stop();
  });

  async function commit(
    build: (txn: ReturnType<OvsdbClient['newTransaction']>) => void,
  ): Promise<Record<string, string>> {
    const txn = direct.newTransaction();
    build(txn);
    const outcome = await direct.transact(txn.operations);
    if (!outcome.ok) throw outcome.error;
    return outcome.uuids;
  }

  async function twentySwitches(): Promise<Record<string, string>> {
    const uuids = await commit((txn) => {
      for (let i = 0; i < 20; i += 1) {
        const ports = [0, 1, 2].map((n) => txn.insert('Logical_Switch_Port', { name: `p${i}-${n}` }));
        txn.insert('Logical_Switch', { name: `ls${i}`, ports, external_ids: { a: '1', b: '2' } }, `ls${i}`);
      }
    });
    await client.request('echo', []);
    return uuids;
  }

  function recordChanges(): RowChange[] {
    const changes: RowChange[] = [];
    client.replica.onChange((batch) => changes.push(...batch));
    return changes;
  }

  test('a full compare after a reconnect tells only what differs, and keeps equal rows', async () => {
    const uuids = await twentySwitches();
    const table = client.replica.table('Logical_Switch');
    expect(table.size).toBe(20);
    const rows = new Map([...table.rows()].map((row) => [row._uuid, row]));
    const changes = recordChanges();
    relay.closed = true;
    const down = log.next('connecting');
    relay.cut();
    await down;
    const added = await commit((txn) => {
      txn.update('Logical_Switch', uuids.ls3!, { external_ids: { a: '1', b: '3' } });
      txn.delete('Logical_Switch', uuids.ls4!);
      txn.insert('Logical_Switch', { name: 'new' }, 'fresh');
    });
    relay.closed = false;
    await client.current();
    const seen = changes
      .filter(({ table: name }) => name === 'Logical_Switch')
      .map(({ uuid, before, after }) => ({
        uuid,
        before: before?.name,
        after: after?.name,
      }));
    expect(seen).toHaveLength(3);
    expect(seen).toEqual(
      expect.arrayContaining([
        { uuid: uuids.ls3, before: 'ls3', after: 'ls3' },
        { uuid: uuids.ls4, before: 'ls4', after: undefined },
        { uuid: added.fresh, before: undefined, after: 'new' },
      ]),
    );
    // The three ports of the deleted switch went with it.
    expect(changes.filter(({ table: name }) => name === 'Logical_Switch_Port')).toHaveLength(3);
    expect(table.get(uuids.ls5!)).toBe(rows.get(uuids.ls5!));
  });

  test('a restarted server with the same content causes no change at all', async () => {
    await twentySwitches();
    const changes = recordChanges();
    const down = log.next('connecting');
    await group.servers[0]!.kill();
    await down;
    await group.servers[0]!.start();
    await client.current();
    expect(changes).toEqual([]);
    expect(client.replica.table('Logical_Switch_Port').size).toBe(60);
  });

  test('the connection dies after sending: unknown, and the replica tells the truth later', async () => {
    const txn = client.newTransaction();
    txn.insert('Logical_Switch', { name: 'perhaps' });
    relay.silent = true;
    const outcome = client.transact(txn.operations);
    const there = new Promise<void>((resolve) => {
      direct.replica.onChange((changes) => changes.some(({ after }) => after?.name === 'perhaps') && resolve());
    });
    await there;
    relay.silent = false;
    relay.cut();
    expect(await outcome).toMatchObject({ ok: false, committed: 'unknown', error: { kind: 'disconnected' } });
    await client.current();
    expect([...client.replica.table('Logical_Switch').rows()].map(({ name }) => name)).toEqual(['perhaps']);
  });

  test('what was never given to the socket is not committed', async () => {
    const txn = client.newTransaction();
    txn.insert('Logical_Switch', { name: 'never' });
    const outcome = client.transact(txn.operations);
    void client.close();
    expect(await outcome).toMatchObject({ ok: false, committed: 'no' });
  });

  test('a converted schema: the client comes back with the new column', async () => {
    const { ls0 } = await twentySwitches();
    const root = dataPlaneRoot()!;
    const schema = JSON.parse(readFileSync(schemaFile(root, 'OVN_Northbound'), 'utf8'));
    schema.tables.Logical_Switch.columns.brand_new = { type: 'string' };
    schema.version = '99.0.0';
    delete schema.cksum;
    const { directory, endpoint } = group.servers[0]!;
    const file = join(directory, 'new.ovsschema');
    writeFileSync(file, JSON.stringify(schema));
    expect(client.replica.table('Logical_Switch').get(ls0!)).not.toHaveProperty('brand_new');
    const down = log.next('connecting');
    runTool(root, 'usr/bin/ovsdb-client', ['convert', endpoint, file]);
    await down;
    await client.current();
    expect(client.replica.schema?.version).toBe('99.0.0');
    expect(client.replica.table('Logical_Switch').get(ls0!)).toMatchObject({ name: 'ls0', brand_new: '' });
  });

  test('close ends everything and current() of a closed client rejects', async () => {
    const waiting = connect({ endpoints: ['unix:/nonexistent'], database: 'x', monitor: {} });
    const never = waiting.current();
    await waiting.close();
    await expect(never).rejects.toThrow('closed');
    await expect(waiting.current()).rejects.toThrow('closed');
    expect(waiting.state).toBe('closed');
    await expect(client.current(AbortSignal.timeout(1000))).resolves.toBeUndefined();
  });
});
