// Removes stale rows of chassis from OVN Southbound, whenever nodes or chassis change. It reads nothing else there.

import type { ObjectMeta } from '@kube-ovn/kube';
import type { OvsdbClient } from '@kube-ovn/ovsdb-client';
import { type ChassisRow, isStale } from './stale-chassis.ts';

export const SOUTHBOUND_TABLES = {
  Chassis: ['name', 'hostname', 'other_config'],
  Chassis_Private: ['name'],
};

/** An ovn-controller that outlives its node's object writes its row again at once: not to be answered at its pace. */
const INTERVAL_MS = 2_000;

interface NodeStore {
  get(name: string): { readonly metadata: ObjectMeta } | undefined;
  onChange(listener: () => void): () => void;
}

export interface ChassisKeeperOptions {
  readonly southbound: OvsdbClient;
  readonly nodes: NodeStore;
  /** The nodes are those of the API server now; nothing is removed otherwise. */
  areCurrent(): boolean;
  note(facts: object, message: string): void;
  readonly intervalMs?: number;
}

/** Returns what ends it. */
export function keepChassis(options: ChassisKeeperOptions): () => void {
  const { southbound, nodes, intervalMs = INTERVAL_MS } = options;
  let timer: NodeJS.Timeout | undefined;
  let last = Number.NEGATIVE_INFINITY;
  const soon = () => {
    timer ??= setTimeout(run, Math.max(0, last + intervalMs - performance.now()));
  };
  const run = async () => {
    last = performance.now();
    await removeStale(options);
    timer = undefined;
    if (staleRows(options).length > 0) soon();
  };
  const forget = [nodes.onChange(soon), southbound.replica.onChange(soon)];
  soon();
  return () => {
    clearTimeout(timer);
    timer = undefined;
    for (const end of forget) end();
  };
}

/** None as long as one of the two sides is not known well. */
function staleRows({ southbound, nodes, areCurrent }: ChassisKeeperOptions): ChassisRow[] {
  if (southbound.state !== 'current' || !areCurrent()) return [];
  const rows = [...southbound.replica.table('Chassis').rows()] as unknown as ChassisRow[];
  return rows.filter((row) => isStale(row, nodes.get(row.hostname)));
}

async function removeStale(options: ChassisKeeperOptions): Promise<void> {
  const { southbound, note } = options;
  for (const { _uuid, name, hostname } of staleRows(options)) {
    const transaction = southbound.newTransaction().delete('Chassis', _uuid);
    for (const row of southbound.replica.table('Chassis_Private').rows()) {
      if (row.name === name) transaction.delete('Chassis_Private', row._uuid);
    }
    const outcome = await southbound.transact(transaction.operations);
    if (outcome.ok) note({ chassis: name, node: hostname }, 'chassis of a node that is gone removed');
    else note({ chassis: name, node: hostname, reason: outcome.error.message }, 'chassis not removed, trying again');
  }
}
