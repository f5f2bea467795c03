// Removes the ports and links of the floors, so that they cost nothing while our own pods are measured.

import type { Netlink } from '@kube-ovn/netlink';
import { vswitchTable } from '@kube-ovn/ovn-model';
import type { OvsdbClient } from '@kube-ovn/ovsdb-client';

/** Names of the host ends of `barePod` and `usualPod`. */
const FLOOR = /^[bu]pod-/;

export async function removeFloors(netlink: Netlink, database: OvsdbClient): Promise<void> {
  const transaction = database.newTransaction();
  const ports = [...vswitchTable(database.replica, 'Port').rows()].filter(({ name }) => FLOOR.test(name));
  const bridges = [...vswitchTable(database.replica, 'Bridge').rows()].filter(({ name }) => name === 'br-int');
  for (const { _uuid } of bridges) {
    const value = ports.map((port) => port._uuid);
    transaction.mutate('Bridge', _uuid, [{ column: 'ports', mutator: 'delete', value }]);
  }
  const outcome = await database.transact(transaction.operations);
  if (!outcome.ok) throw outcome.error;
  const links = (await netlink.links()).filter(({ name }) => FLOOR.test(name));
  await Promise.all(links.map(({ name }) => netlink.deleteLink(name)));
}
