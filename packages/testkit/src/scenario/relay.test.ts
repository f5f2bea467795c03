// The relay cuts exactly where it is told to, against a real server.

import { connect } from '@kube-ovn/ovsdb-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ovsdb, startOvsdb } from '../ovn/ovsdb.ts';
import { openRunDirectory } from '../ovn/run-directory.ts';
import { skipReason } from '../ovn/skip-reason.ts';
import { Relay } from './relay.ts';

describe.skipIf(skipReason('central') !== undefined)('a relayed database', () => {
  const run = openRunDirectory();
  let database: Ovsdb;
  let relay: Relay;
  beforeAll(async () => {
    database = await startOvsdb({ schema: 'OVN_Northbound', runDirectory: run });
    relay = await Relay.open({ targets: database.endpoints, socket: `${run.path}/relay` });
  });
  afterAll(async () => {
    await relay.close();
    await database.stop();
    run.remove();
  });

  test.each([
    ['lose-request', 0],
    ['lose-reply', 1],
  ] as const)('%s leaves %i row in the database', async (fate, rows) => {
    const client = connect({ ...options(), endpoints: relay.endpoints });
    const witness = connect({ ...options(), endpoints: database.endpoints });
    await Promise.all([client.current(), witness.current()]);
    const cuts: number[] = [];
    const next = relay.transactions + 1;
    relay.fate = (transaction) => (transaction === next ? fate : 'pass');
    relay.onCut = (transaction) => cuts.push(transaction);
    // A comment changes nothing and is not counted.
    await client.transact([{ op: 'comment', comment: 'hello' }]);
    const transaction = client.newTransaction();
    transaction.insert('Address_Set', { name: fate.replace('-', '_') });
    const outcome = await client.transact(transaction.operations);
    expect(outcome).toMatchObject({ ok: false, committed: 'unknown' });
    expect(cuts).toEqual([next]);
    await witness.transact([]);
    const found = [...witness.replica.table('Address_Set').rows()].filter(
      ({ name }) => name === fate.replace('-', '_'),
    );
    expect(found).toHaveLength(rows);
    await Promise.all([client.close(), witness.close()]);
  });
});

function options() {
  return { database: 'OVN_Northbound', monitor: { Address_Set: ['name'] } } as const;
}
