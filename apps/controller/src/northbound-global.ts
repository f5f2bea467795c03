// Cluster-wide options of OVN Northbound. Only our keys are compared and written.

import type { OvsdbClient, Row, Transaction } from '@kube-ovn/ovsdb-client';
import { isConnectionFailure } from './engine/connection-failure.ts';

/** Options understood by stock OVN; those of a patched OVN are left out on purpose (docs/architecture.md, differences). */
const OPTIONS: Readonly<Record<string, string>> = { use_ct_inv_match: 'false' };

/** Compares again after every lost connection: a leader that moves must not end the start. */
export async function writeGlobalOptions(client: OvsdbClient, signal: AbortSignal): Promise<void> {
  for (;;) {
    await client.current(signal);
    const transaction = differences(client);
    if (transaction.size === 0) return;
    const outcome = await client.transact(transaction.operations, signal);
    if (outcome.ok) return;
    signal.throwIfAborted();
    if (!isConnectionFailure(outcome.error)) throw outcome.error;
  }
}

function differences(client: OvsdbClient): Transaction {
  const [row] = [...client.replica.table('NB_Global').rows()];
  const transaction = client.newTransaction();
  if (row === undefined) transaction.insert('NB_Global', { options: OPTIONS });
  else if (differs(row)) {
    const options = { ...(row.options as Record<string, string>), ...OPTIONS };
    transaction.update('NB_Global', row._uuid, { options });
  }
  return transaction;
}

function differs(row: Row): boolean {
  const options = (row.options ?? {}) as Readonly<Record<string, string>>;
  return Object.entries(OPTIONS).some(([key, value]) => options[key] !== value);
}
