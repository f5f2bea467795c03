// Cluster-wide options of OVN Northbound. Only our keys are compared and written.

import type { OvsdbClient, Row } from '@kube-ovn/ovsdb-client';

/** Options understood by stock OVN; those of a patched OVN are left out on purpose (docs/architecture.md, differences). */
const OPTIONS: Readonly<Record<string, string>> = { use_ct_inv_match: 'false' };

export async function writeGlobalOptions(client: OvsdbClient): Promise<void> {
  const [row] = [...client.replica.table('NB_Global').rows()];
  const transaction = client.newTransaction();
  if (row === undefined) transaction.insert('NB_Global', { options: OPTIONS });
  else if (differs(row))
    transaction.update('NB_Global', row._uuid, { options: { ...(row.options as Record<string, string>), ...OPTIONS } });
  if (transaction.size === 0) return;
  const outcome = await client.transact(transaction.operations);
  if (!outcome.ok) throw outcome.error;
}

function differs(row: Row): boolean {
  const options = (row.options ?? {}) as Readonly<Record<string, string>>;
  return Object.entries(OPTIONS).some(([key, value]) => options[key] !== value);
}
