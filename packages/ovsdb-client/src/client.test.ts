import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type OvsdbClient, type RowChange } from './index.ts';
import { dataPlaneRoot } from './testing/data-plane-root.ts';
import { type ServerGroup, startOvsdb } from './testing/ovsdb-server.ts';

const root = dataPlaneRoot();
if (!root) console.log('skipped: no data-plane root with ovsdb-server');

describe.skipIf(!root)('a standalone server', () => {
  let group: ServerGroup;
  let client: OvsdbClient;

  beforeAll(async () => {
    group = await startOvsdb();
    client = connect({
      endpoints: [group.servers[0]!.endpoint],
      database: 'OVN_Northbound',
      monitor: { Logical_Switch: 'all', Logical_Switch_Port: 'all' },
    });
    await client.current();
  });
  afterAll(async () => {
    await client.close();
    await group.stop();
  });

  test('our own change is in the replica when transact resolves', async () => {
    client.replica.table('Logical_Switch').index('name', (row) => row.name as string);
    const seen: RowChange[] = [];
    const stop = client.replica.onChange((changes) => seen.push(...changes));
    const txn = client.newTransaction();
    const port = txn.insert('Logical_Switch_Port', { name: 'p1', addresses: ['dynamic'], external_ids: { a: 'b' } });
    txn.insert('Logical_Switch', { name: 'ls1', ports: [port] }, 'ls');
    const outcome = await client.transact(txn.operations);
    stop();
    if (!outcome.ok) throw outcome.error;
    const row = client.replica.table('Logical_Switch').get(outcome.uuids.ls!)!;
    expect(row).toMatchObject({ name: 'ls1', ports: [outcome.uuids[port.named]] });
    expect(client.replica.table('Logical_Switch').by('name', 'ls1')).toEqual([row]);
    expect(seen.map(({ table }) => table).sort()).toEqual(['Logical_Switch', 'Logical_Switch_Port']);
  });
});
