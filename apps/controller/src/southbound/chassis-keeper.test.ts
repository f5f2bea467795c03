import { type KubeObject, Store } from '@kube-ovn/kube';
import { connect, type OvsdbClient } from '@kube-ovn/ovsdb-client';
import { skipReason, startCentral, waitFor } from '@kube-ovn/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepChassis, SOUTHBOUND_TABLES } from './chassis-keeper.ts';

const reason = skipReason('central');
if (reason) console.log(`skipped: ${reason}`);

describe.skipIf(reason !== undefined)('chassis of Southbound', () => {
  let central: Awaited<ReturnType<typeof startCentral>>;
  let southbound: OvsdbClient;
  let end = () => {};

  beforeAll(async () => {
    central = await startCentral();
    southbound = connect({ endpoints: central.sb.endpoints, database: 'OVN_Southbound', monitor: SOUTHBOUND_TABLES });
    await southbound.current();
  });
  afterAll(async () => {
    end();
    await southbound.close();
    await central.stop();
  });

  async function add(name: string, hostname: string, address: string): Promise<void> {
    const row = ['chassis-add', name, 'geneve', address, '--', 'set', 'Chassis', name, `hostname=${hostname}`];
    await central.sbctl(...row, '--', 'create', 'Chassis_Private', `name=${name}`);
  }
  const names = (table: string) => [...southbound.replica.table(table).rows()].map(({ name }) => name).sort();

  test('go with their node, and the tunnel address is free for the next machine', async () => {
    const nodes = new Store<KubeObject>();
    const node = (name: string, resourceVersion: string, annotations = {}) =>
      nodes.observe({ metadata: { name, uid: name, resourceVersion, annotations } });
    node('n1', '1', { 'ovn.kubernetes.io/chassis': 'one' });
    await add('one', 'n1', '192.0.2.1');
    await add('two', 'n2', '192.0.2.2');
    await waitFor('both', async () => names('Chassis_Private').length === 2);
    let current = false;
    end = keepChassis({ southbound, nodes, areCurrent: () => current, note: () => {}, intervalMs: 10 });
    // Nothing is known of nodes: nothing is removed.
    await southbound.transact([]);
    expect(names('Chassis')).toEqual(['one', 'two']);
    current = true;
    node('n1', '2', { 'ovn.kubernetes.io/chassis': 'one' });
    await waitFor('the second is gone', async () => names('Chassis').join() === 'one');
    expect(names('Chassis_Private')).toEqual(['one']);
    node('n1', '3', { 'ovn.kubernetes.io/chassis': 'three' });
    await waitFor('the first is gone', async () => names('Chassis').length === 0);
    await add('three', 'n1', '192.0.2.1');
    await waitFor('the new one', async () => names('Chassis_Private').join() === 'three');
  });
});
