// The ports of the OVSDB bench: what a pod's port costs to write, as transactions of our client and as ready-made bytes.

import { type NamedUuid, named, type OvsdbClient, type Transaction } from '@kube-ovn/ovsdb-client';

export const DATABASE = 'OVN_Northbound';
export const MONITOR = { Logical_Switch: 'all', Logical_Switch_Port: 'all' } as const;

export interface PortRow {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly port_security: readonly string[];
  readonly external_ids: Readonly<Record<string, string>>;
}

/** The port of a pod, with what a controller writes there. */
export function portRow(number: number): PortRow {
  const bytes = [number >> 16, number >> 8, number].map((part) => part & 255);
  const mac = `0a:58:0a:${bytes.map((part) => part.toString(16).padStart(2, '0')).join(':')}`;
  const addresses = [`${mac} 10.${bytes.join('.')}`];
  return {
    name: `pod-${number}.namespace-${number % 50}`,
    addresses,
    port_security: addresses,
    external_ids: {
      vendor: 'kube-ovn',
      pod: `namespace-${number % 50}/pod-${number}`,
      ls: 'bench',
      node: `node-${number % 100}`,
    },
  };
}

/** Adds ports `from` to `from + count` to the switch. */
export function addPorts(transaction: Transaction, switchUuid: string, from: number, count: number): Transaction {
  const ports: NamedUuid[] = [];
  for (let number = from; number < from + count; number++) {
    ports.push(transaction.insert('Logical_Switch_Port', { ...portRow(number) }, `p${number}`));
  }
  return transaction.mutate('Logical_Switch', switchUuid, [{ column: 'ports', mutator: 'insert', value: ports }]);
}

/** The same transactions, serialized before the clock starts. */
export function serialized(
  client: OvsdbClient,
  switchUuid: string,
  transactions: number,
  perTransaction: number,
): Buffer[] {
  return Array.from({ length: transactions }, (_, index) => {
    const { operations } = addPorts(client.newTransaction(), switchUuid, index * perTransaction, perTransaction);
    return Buffer.from(JSON.stringify({ id: index, method: 'transact', params: [DATABASE, ...operations] }));
  });
}

/** The request by which our client copies the same tables. */
export function monitorRequest(client: OvsdbClient): Buffer {
  const tables = client.replica.schema!.tables;
  const request = Object.keys(MONITOR).map((name) => [name, [{ columns: Object.keys(tables[name]!.columns) }]]);
  const since = '00000000-0000-0000-0000-000000000000';
  const params = [DATABASE, 'bench', Object.fromEntries(request), since];
  return Buffer.from(JSON.stringify({ id: 0, method: 'monitor_cond_since', params }));
}

export async function createSwitch(client: OvsdbClient): Promise<string> {
  const transaction = client.newTransaction();
  transaction.insert('Logical_Switch', { name: 'bench' }, 'bench');
  const outcome = await client.transact(transaction.operations);
  if (!outcome.ok) throw outcome.error;
  return outcome.uuids[named('bench').named]!;
}

export async function deleteSwitch(client: OvsdbClient, uuid: string): Promise<void> {
  const outcome = await client.transact(client.newTransaction().delete('Logical_Switch', uuid).operations);
  if (!outcome.ok) throw outcome.error;
}

export async function touchSwitches(client: OvsdbClient, mark: string): Promise<void> {
  const transaction = client.newTransaction().update('Logical_Switch', [], { external_ids: { mark } });
  const outcome = await client.transact(transaction.operations);
  if (!outcome.ok) throw outcome.error;
}
