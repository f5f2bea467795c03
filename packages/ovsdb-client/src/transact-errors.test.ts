import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type Operation, type OvsdbClient } from './index.ts';
import { dataPlaneRoot } from './testing/data-plane-root.ts';
import { type ServerGroup, startOvsdb } from './testing/ovsdb-server.ts';

const GHOST = '11111111-2222-4333-8444-555555555555';

describe.skipIf(!dataPlaneRoot())('errors of transact', () => {
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
    const txn = client.newTransaction();
    txn.insert('Logical_Switch', { name: 'held', ports: [txn.insert('Logical_Switch_Port', { name: 'taken' })] });
    await client.transact(txn.operations);
  });
  afterAll(async () => {
    await client.close();
    await group.stop();
  });

  const cases: [name: string, operations: () => readonly Operation[], expected: object][] = [
    [
      'a duplicate in an indexed column fails at the commit, after all operations',
      () => {
        const txn = client.newTransaction();
        const port = txn.insert('Logical_Switch_Port', { name: 'taken' });
        return txn.mutate(
          'Logical_Switch',
          [['name', '==', 'held']],
          [{ column: 'ports', mutator: 'insert', value: [port] }],
        ).operations;
      },
      { kind: 'constraint violation', operationIndex: 2 },
    ],
    [
      'a reference to no row fails at the commit',
      () => client.newTransaction().update('Logical_Switch', [['name', '==', 'held']], { ports: [GHOST] }).operations,
      { kind: 'referential integrity violation', operationIndex: 1 },
    ],
    [
      'deleting a row that is referred to',
      () => client.newTransaction().delete('Logical_Switch_Port', [['name', '==', 'taken']]).operations,
      { kind: 'referential integrity violation', operationIndex: 1 },
    ],
    [
      'a value outside its range',
      () => {
        const txn = client.newTransaction().comment('first');
        txn.insert('ACL', { priority: 99_999, direction: 'to-lport', match: '1', action: 'allow' });
        return txn.operations;
      },
      { kind: 'constraint violation', operationIndex: 1 },
    ],
    [
      'a value outside its enum',
      () => {
        const txn = client.newTransaction();
        txn.insert('ACL', { priority: 1, direction: 'sideways', match: '1', action: 'allow' });
        return txn.operations;
      },
      { kind: 'constraint violation', operationIndex: 0 },
    ],
    [
      'an unknown table',
      () => [{ op: 'select', table: 'No_Such', where: [] }],
      { kind: 'syntax error', operationIndex: 0 },
    ],
    ['abort', () => [{ op: 'comment', comment: 'x' }, { op: 'abort' }], { kind: 'aborted', operationIndex: 1 }],
    [
      'two rows of one name',
      () => [
        { op: 'insert', table: 'Address_Set', row: { name: 'a1' }, 'uuid-name': 'x' },
        { op: 'insert', table: 'Address_Set', row: { name: 'a2' }, 'uuid-name': 'x' },
      ],
      { kind: 'duplicate uuid name', operationIndex: 1 },
    ],
    [
      'a wait of no time that is not met',
      () => client.newTransaction().wait('Logical_Switch', [['name', '==', 'held']], { name: 'x' }, '==').operations,
      { kind: 'timed out', operationIndex: 0 },
    ],
    [
      'a wait of 20 ms that is not met',
      () => client.newTransaction().waitAbsent('Logical_Switch', [['name', '==', 'held']], 20).operations,
      { kind: 'timed out', operationIndex: 0 },
    ],
    [
      'an assert without the lock',
      () => client.newTransaction().assertLock('nobody').operations,
      { kind: 'not owner' },
    ],
  ];

  test.each(cases)('%s', async (_name, operations, expected) => {
    const outcome = await client.transact(operations());
    expect(outcome).toMatchObject({ ok: false, committed: 'no', error: expected });
    expect(client.state).toBe('current');
  });

  test('a failed transaction changes nothing at all', async () => {
    const rows = [...client.replica.table('Logical_Switch').rows()];
    const txn = client.newTransaction();
    txn.insert('Logical_Switch', { name: 'never' });
    txn.insert('Logical_Switch', { name: 'never', ports: [GHOST] });
    const outcome = await client.transact(txn.operations);
    expect(outcome).toMatchObject({ ok: false, error: { operationIndex: 2 } });
    expect([...client.replica.table('Logical_Switch').rows()]).toEqual(rows);
  });

  test('waitAbsent guards a create: the second one is refused', async () => {
    const create = () => {
      const txn = client.newTransaction().waitAbsent('Logical_Switch', [['name', '==', 'only-one']]);
      txn.insert('Logical_Switch', { name: 'only-one' });
      return client.transact(txn.operations);
    };
    const [first, second] = await Promise.all([create(), create()]);
    expect(first).toMatchObject({ ok: true });
    expect(second).toMatchObject({ ok: false, committed: 'no', error: { kind: 'timed out' } });
  });

  test('a wait ends when another transaction meets it', async () => {
    const where = [['name', '==', 'awaited']] as const;
    const txn = client.newTransaction().wait('Logical_Switch', where, { name: 'awaited' }, '==', 30_000);
    const waiting = client.transact(txn.operations);
    const meet = client.newTransaction();
    meet.insert('Logical_Switch', { name: 'awaited' });
    expect(await client.transact(meet.operations)).toMatchObject({ ok: true });
    expect(await waiting).toMatchObject({ ok: true });
  });

  test('an aborted signal cancels a waiting transaction', async () => {
    const abort = new AbortController();
    const txn = client.newTransaction().waitAbsent('Logical_Switch', [['name', '==', 'held']], 30_000);
    const waiting = client.transact(txn.operations, abort.signal);
    await client.request('echo', []);
    abort.abort();
    expect(await waiting).toMatchObject({ ok: false, committed: 'no', error: { kind: 'canceled' } });
  });

  test('a database the server does not have', async () => {
    const reply = await client.request('get_schema', ['No_Such']);
    expect(reply).toMatchObject({ kind: 'error', error: { kind: 'unknown database' } });
  });

  test('without a connection nothing is sent and nothing rejects', async () => {
    const nowhere = connect({ endpoints: ['unix:/nonexistent'], database: 'OVN_Northbound', monitor: {} });
    const outcome = await nowhere.transact([]);
    expect(outcome).toMatchObject({ ok: false, committed: 'no', error: { kind: 'disconnected' } });
    expect(() => nowhere.newTransaction()).toThrow('schema');
    await nowhere.close();
  });
});
