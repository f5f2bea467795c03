// The generated types against a real server: what the replica decodes is what the interfaces say.

import { connect, type OvsdbClient, Transaction } from '@kube-ovn/ovsdb-client';
import { type Ovsdb, skipReason, startOvsdb } from '@kube-ovn/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Columns } from './columns.ts';
import type { LogicalSwitch, LogicalSwitchPort } from './nb.generated.ts';
import { isOurs, ownedBy } from './ownership.ts';
import { NB_SCHEMA } from './schemas.ts';
import { typedTable } from './typed-table.ts';

const reason = skipReason('central');
if (reason) console.warn(`skipped: ${reason}`);

describe.skipIf(reason)('typed rows', () => {
  let db: Ovsdb;
  let client: OvsdbClient;
  beforeAll(async () => {
    db = await startOvsdb({ schema: 'OVN_Northbound', name: 'nb' });
    const monitor = { Logical_Switch: 'all', Logical_Switch_Port: 'all' } as const;
    client = connect({ endpoints: db.endpoints, database: 'OVN_Northbound', monitor });
    await client.current();
  });
  afterAll(async () => {
    await client?.close();
    await db?.stop();
  });

  test('come back as they were written', async () => {
    const transaction = new Transaction(NB_SCHEMA);
    const port: Columns<LogicalSwitchPort> = {
      name: 'p1',
      addresses: ['dynamic'],
      tag: 7,
      external_ids: ownedBy('Pod/a/p1'),
    };
    const ports = [transaction.insert('Logical_Switch_Port', port)];
    const columns: Columns<LogicalSwitch> = { name: 's1', ports, external_ids: ownedBy('Subnet/s1') };
    transaction.insert('Logical_Switch', columns);
    expect(await client.transact(transaction.operations)).toMatchObject({ ok: true });

    const switches = typedTable(client.replica, 'Logical_Switch');
    const written = [...switches.rows()].find((row) => row.name === 's1')!;
    expect(isOurs(written)).toBe(true);
    const readBack = typedTable(client.replica, 'Logical_Switch_Port').get(written.ports[0]!);
    expect(readBack).toMatchObject({ name: 'p1', addresses: ['dynamic'], tag: 7, up: undefined, options: {} });
  });

  test('the schema of the types is the schema of the server', () => {
    expect(client.replica.schema?.version).toBe(NB_SCHEMA.version);
  });
});
