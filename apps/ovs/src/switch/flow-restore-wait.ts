// other_config:flow-restore-wait: a starting ovs-vswitchd reads it once, and as long as it is true forwards nothing by its
// still empty tables and leaves the flows alone that the kernel has.

import type { OvsdbClient } from '@kube-ovn/ovsdb-client';

const KEY = 'flow-restore-wait';

export async function setFlowRestoreWait(client: OvsdbClient, on: boolean): Promise<void> {
  const [row] = [...client.replica.table('Open_vSwitch').rows()];
  if (!row) return;
  const present = (row.other_config as Readonly<Record<string, string>>)[KEY];
  if (present === (on ? 'true' : undefined)) return;
  const transaction = client.newTransaction();
  if (present !== undefined) {
    transaction.mutate('Open_vSwitch', row._uuid, [{ column: 'other_config', mutator: 'delete', value: [KEY] }]);
  }
  if (on) {
    transaction.mutate('Open_vSwitch', row._uuid, [
      { column: 'other_config', mutator: 'insert', value: { [KEY]: 'true' } },
    ]);
  }
  const outcome = await client.transact(transaction.operations);
  if (!outcome.ok) throw outcome.error;
}
