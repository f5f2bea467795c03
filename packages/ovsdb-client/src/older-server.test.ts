import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type RowChange } from './index.ts';
import { dataPlaneRoot } from './testing/data-plane-root.ts';
import { type ServerGroup, startOvsdb } from './testing/ovsdb-server.ts';
import { Relay } from './testing/relay.ts';

// A real server that is asked for methods by names it does not know answers as one that does not have them.
describe.skipIf(!dataPlaneRoot())('a server that lacks', () => {
  let group: ServerGroup;

  beforeAll(async () => {
    group = await startOvsdb();
  });
  afterAll(() => group.stop());

  test.each([
    ['nothing', [], 'update3'],
    ['monitor_cond_since', [/"monitor_cond_since"/g], 'update2'],
    ['monitor_cond too', [/"monitor_cond_since"/g, /"monitor_cond"/g], 'update'],
    ['the _Server database too', [/"monitor_cond_since"/g, /"monitor_cond"/g, /"_Server"/g], 'update'],
  ] as const)('%s', async (name, unknown, notification) => {
    const relay = await Relay.start(group.servers[0]!.directory, group.servers[0]!.endpoint);
    relay.rewrite = (text) => unknown.reduce((rewritten, word) => rewritten.replace(word, '"unheard_of"'), text);
    const client = connect({
      endpoints: [relay.endpoint],
      database: 'OVN_Northbound',
      monitor: { Logical_Switch: 'all', Logical_Switch_Port: ['name', 'addresses', 'external_ids'] },
    });
    await client.current();
    const changes: RowChange[] = [];
    client.replica.onChange((batch) => changes.push(...batch));
    const txn = client.newTransaction();
    const ports = [0, 1, 2].map((i) =>
      txn.insert('Logical_Switch_Port', { name: `${name}-${i}`, addresses: ['a', 'b'] }),
    );
    txn.insert('Logical_Switch', { name, ports }, 'ls');
    const outcome = await client.transact(txn.operations);
    if (!outcome.ok) throw outcome.error;
    const { ls } = outcome.uuids;
    const less = client.newTransaction();
    less.mutate('Logical_Switch', ls!, [
      { column: 'ports', mutator: 'delete', value: [outcome.uuids[ports[1]!.named]!] },
    ]);
    less.update('Logical_Switch_Port', [['name', '==', `${name}-0`]], {
      addresses: ['b', 'c'],
      external_ids: { x: 'y' },
    });
    expect(await client.transact(less.operations)).toMatchObject({ ok: true });
    const mine = [...client.replica.table('Logical_Switch_Port').rows()]
      .filter((row) => String(row.name).startsWith(`${name}-`))
      .sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1));
    expect(
      mine.map((row) => [row.name, new Set(row.addresses as string[]), { ...(row.external_ids as object) }]),
    ).toEqual([
      [`${name}-0`, new Set(['b', 'c']), { x: 'y' }],
      [`${name}-2`, new Set(['a', 'b']), {}],
    ]);
    expect(client.replica.table('Logical_Switch').get(ls!)!.ports).toHaveLength(2);
    expect(changes).toHaveLength(4 + 3);
    expect(relay.received).toContain(`"method":"${notification}"`);
    await client.close();
    await relay.stop();
  });
});
