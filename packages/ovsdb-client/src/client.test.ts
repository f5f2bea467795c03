import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type OvsdbClient, type Row, type RowChange } from './index.ts';
import { dataPlaneRoot } from './testing/data-plane-root.ts';
import { type ServerGroup, startOvsdb } from './testing/ovsdb-server.ts';

const root = dataPlaneRoot();
if (!root) console.log('skipped: no data-plane root with ovsdb-server');

describe.skipIf(!root)('a standalone server', () => {
  let group: ServerGroup;
  let client: OvsdbClient;

  beforeAll(async () => {
    group = await startOvsdb();
    client = open();
    await client.current();
  });
  afterAll(async () => {
    await client.close();
    await group.stop();
  });

  function open(): OvsdbClient {
    return connect({
      endpoints: [group.servers[0]!.endpoint],
      database: 'OVN_Northbound',
      monitor: { Logical_Switch: 'all', Logical_Switch_Port: 'all', QoS: 'all', NB_Global: ['name', 'nb_cfg'] },
    });
  }

  async function insertSwitch(name: string, ports = 0): Promise<{ row: () => Row; ports: readonly string[] }> {
    const txn = client.newTransaction();
    const names = Array.from({ length: ports }, (_, i) => txn.insert('Logical_Switch_Port', { name: `${name}-${i}` }));
    txn.insert('Logical_Switch', { name, ports: names }, 'ls');
    const outcome = await client.transact(txn.operations);
    if (!outcome.ok) throw outcome.error;
    const row = () => client.replica.table('Logical_Switch').get(outcome.uuids.ls!)!;
    return { row, ports: names.map((port) => outcome.uuids[port.named]!) };
  }

  test('our own change is in the replica when transact resolves', async () => {
    client.replica.table('Logical_Switch').index('name', (row) => row.name as string);
    const seen: (readonly RowChange[])[] = [];
    const stop = client.replica.onChange((changes) => seen.push(changes));
    const { row, ports } = await insertSwitch('ls1', 1);
    stop();
    expect(row()).toMatchObject({ name: 'ls1', ports, copp: undefined, acls: [] });
    expect(client.replica.table('Logical_Switch').by('name', 'ls1')).toEqual([row()]);
    expect(seen).toHaveLength(1);
    expect(seen[0]!.map(({ table, before }) => [table, before])).toEqual(
      expect.arrayContaining([
        ['Logical_Switch', undefined],
        ['Logical_Switch_Port', undefined],
      ]),
    );
  });

  test('a change makes a new row and leaves the old one as it was', async () => {
    const { row } = await insertSwitch('frozen', 2);
    const before = row();
    const copy = structuredClone(before);
    const txn = client.newTransaction();
    txn.update('Logical_Switch', before._uuid, { name: 'thawed', other_config: { subnet: '10.0.0.0/24' } });
    await client.transact(txn.operations);
    expect(row()).not.toBe(before);
    expect(row()).toMatchObject({ name: 'thawed', other_config: { subnet: '10.0.0.0/24' } });
    expect(structuredClone(before)).toEqual(copy);
  });

  test('values of every kind come back as they were written', async () => {
    const txn = client.newTransaction();
    const qos = txn.insert('QoS', {
      priority: 7,
      direction: 'to-lport',
      match: 'ip4 && "ünïcode \u{1f980} \\"quoted\\""',
      action: { dscp: 3 },
      bandwidth: { rate: 100, burst: 10 },
      external_ids: { __proto__x: '1', 'a "b"': '' },
    });
    txn.insert('Logical_Switch', { name: 'values', qos_rules: [qos] });
    const outcome = await client.transact(txn.operations);
    if (!outcome.ok) throw outcome.error;
    expect(client.replica.table('QoS').get(outcome.uuids[qos.named]!)).toMatchObject({
      priority: 7,
      match: 'ip4 && "ünïcode \u{1f980} \\"quoted\\""',
      action: { dscp: 3 },
      bandwidth: { rate: 100, burst: 10 },
      external_ids: { __proto__x: '1', 'a "b"': '' },
    });
  });

  test('maps change by entries: added, replaced, removed', async () => {
    const { row } = await insertSwitch('maps');
    const change = (columns: Record<string, string>) =>
      client.transact(
        client.newTransaction().update('Logical_Switch', row()._uuid, { external_ids: columns }).operations,
      );
    await change({ keep: '1', replace: 'old', remove: 'x' });
    await change({ keep: '1', replace: 'new', add: 'y' });
    expect({ ...(row().external_ids as object) }).toEqual({ keep: '1', replace: 'new', add: 'y' });
    const txn = client.newTransaction().mutate('Logical_Switch', row()._uuid, [
      { column: 'external_ids', mutator: 'delete', value: ['keep', 'not there'] },
      { column: 'external_ids', mutator: 'insert', value: { add: 'ignored: the key exists', more: 'z' } },
    ]);
    await client.transact(txn.operations);
    expect({ ...(row().external_ids as object) }).toEqual({ replace: 'new', add: 'y', more: 'z' });
  });

  test('a set of 2,000 follows single and mass changes', async () => {
    const { row, ports } = await insertSwitch('big', 2000);
    const removed = [ports[0]!, ports[999]!, ports[1999]!];
    const txn = client
      .newTransaction()
      .mutate('Logical_Switch', row()._uuid, [{ column: 'ports', mutator: 'delete', value: removed }]);
    const added = txn.insert('Logical_Switch_Port', { name: 'big-new' });
    txn.mutate('Logical_Switch', row()._uuid, [{ column: 'ports', mutator: 'insert', value: [added] }]);
    const outcome = await client.transact(txn.operations);
    if (!outcome.ok) throw outcome.error;
    const expected = new Set([...ports.filter((port) => !removed.includes(port)), outcome.uuids[added.named]!]);
    expect(new Set(row().ports as string[])).toEqual(expected);
    expect(row().ports).toHaveLength(expected.size);
    expect(client.replica.table('Logical_Switch_Port').get(removed[1]!)).toBeUndefined();
  });

  test('a thousand transactions in flight are answered one by one', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 1000 }, (_, i) => {
        const txn = client.newTransaction();
        txn.insert('Logical_Switch', { name: `flight-${i}` }, `n${i}`);
        return client.transact(txn.operations);
      }),
    );
    const table = client.replica.table('Logical_Switch');
    const names = outcomes.map((outcome, i) => outcome.ok && table.get(outcome.uuids[`n${i}`]!)?.name);
    expect(names).toEqual(Array.from({ length: 1000 }, (_, i) => `flight-${i}`));
  });

  test('a second client sees the same rows', async () => {
    const other = open();
    await other.current();
    for (const name of ['Logical_Switch', 'Logical_Switch_Port', 'QoS']) {
      const mine = [...client.replica.table(name).rows()];
      expect(other.replica.table(name).size).toBe(mine.length);
      const theirs = mine.map((row) => normal(other.replica.table(name).get(row._uuid)!));
      expect(theirs).toEqual(mine.map(normal));
    }
    await other.close();
  });

  test('select, counts and list_dbs', async () => {
    const { row } = await insertSwitch('selected', 1);
    const txn = client.newTransaction();
    txn.select('Logical_Switch', [['name', '==', 'selected']], ['_uuid', 'name', 'ports']);
    txn.update('Logical_Switch', [['name', '==', 'selected']], { external_ids: { a: 'b' } });
    const outcome = await client.transact(txn.operations);
    expect(outcome).toMatchObject({
      ok: true,
      results: [{ rows: [{ _uuid: row()._uuid, name: 'selected', ports: row().ports }] }, { count: 1 }],
    });
    expect(await client.request('list_dbs', [])).toMatchObject({
      kind: 'result',
      result: ['OVN_Northbound', '_Server'],
    });
  });

  test('only monitored columns are kept, and only monitored tables are there', () => {
    expect(() => client.replica.table('ACL')).toThrow('not monitored');
    expect(client.replica.table('NB_Global').size).toBe(0);
  });

  test('a listener that throws harms neither the replica nor the others', async () => {
    const bug = new Promise<unknown>((resolve) => {
      const previous = process.listeners('uncaughtException');
      process.removeAllListeners('uncaughtException');
      process.once('uncaughtException', (error) => {
        for (const listener of previous) process.on('uncaughtException', listener);
        resolve(error);
      });
    });
    const stopBad = client.replica.onChange(() => {
      throw new Error('a bug of the owner');
    });
    let told = 0;
    const stopGood = client.replica.onChange(() => {
      told += 1;
    });
    const { row } = await insertSwitch('listeners');
    stopBad();
    stopGood();
    expect(await bug).toMatchObject({ message: 'a bug of the owner' });
    expect([told, row().name, client.state]).toEqual([1, 'listeners', 'current']);
  });

  test('an index may be defined late and follows a change of the key', async () => {
    const { row } = await insertSwitch('index-a');
    const table = client.replica.table('Logical_Switch');
    table.index('late', (candidate) => (candidate.name as string).slice(0, 7));
    expect(table.by('late', 'index-a')).toEqual([row()]);
    await client.transact(
      client.newTransaction().update('Logical_Switch', row()._uuid, { name: 'index-b' }).operations,
    );
    expect(table.by('late', 'index-a')).toEqual([]);
    expect(table.by('late', 'index-b')).toEqual([row()]);
    expect(() => table.by('no such', 'x')).toThrow('no index');
  });
});

/** Sets in one order. */
function normal(row: Row): object {
  return Object.fromEntries(Object.entries(row).map(([k, v]) => [k, Array.isArray(v) ? [...v].sort() : v]));
}
