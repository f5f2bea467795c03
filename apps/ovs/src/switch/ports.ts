// The ports that a next switch cannot have while the one before has them: a tap belongs to one process. They must get the
// numbers back that flows know them by.

import type { OvsdbClient, Row } from '@kube-ovn/ovsdb-client';
import { until } from '@kube-ovn/supervise';

const LIMIT_MS = 5_000;
/** Above are the numbers with a meaning, such as the port of the bridge itself. */
const HIGHEST_PORT = 0xff00;

/** Those that the switch has. */
export function portNames(client: OvsdbClient): string[] {
  return interfaces(client).flatMap((row) => (hasPort(row) ? [String(row.name)] : []));
}

/** The next switch would draw new numbers for ports that it gets at the second attempt. Resolves with how to take it back. */
export async function keepPortNumbers(client: OvsdbClient): Promise<() => Promise<void>> {
  const transaction = client.newTransaction();
  const kept = interfaces(client).filter(
    (row) => row.type === 'internal' && hasPort(row) && Number(row.ofport) < HIGHEST_PORT && !row.ofport_request,
  );
  for (const { _uuid, ofport } of kept) transaction.update('Interface', _uuid, { ofport_request: ofport });
  await commit(client, transaction);
  return async () => {
    const back = client.newTransaction();
    for (const { _uuid } of kept) back.update('Interface', _uuid, { ofport_request: undefined });
    await commit(client, back);
  };
}

/** Any change in the database lets a switch try again what it could not do. */
export async function askForPorts(client: OvsdbClient, mark: string): Promise<void> {
  const [root] = [...client.replica.table('Open_vSwitch').rows()];
  if (!root) return;
  const transaction = client.newTransaction();
  transaction.mutate('Open_vSwitch', root._uuid, [
    { column: 'external_ids', mutator: 'delete', value: ['kube-ovn-generation'] },
  ]);
  transaction.mutate('Open_vSwitch', root._uuid, [
    { column: 'external_ids', mutator: 'insert', value: { 'kube-ovn-generation': mark } },
  ]);
  await commit(client, transaction);
}

export async function havePorts(client: OvsdbClient, names: readonly string[]): Promise<void> {
  const missing = () => {
    const there = new Set(portNames(client));
    return names.filter((name) => !there.has(name));
  };
  await until('all ports of the new ovs-vswitchd', () => missing().length === 0, {
    ...{ timeoutMs: LIMIT_MS, intervalMs: 2 },
  });
}

const interfaces = (client: OvsdbClient): Row[] => [...client.replica.table('Interface').rows()];

function hasPort({ ofport }: Row): boolean {
  return Number(ofport ?? -1) > 0;
}

async function commit(client: OvsdbClient, transaction: ReturnType<OvsdbClient['newTransaction']>): Promise<void> {
  if (transaction.size === 0) return;
  const outcome = await client.transact(transaction.operations);
  if (!outcome.ok) throw outcome.error;
}
