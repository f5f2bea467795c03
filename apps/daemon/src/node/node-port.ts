// ovn0: the node's own port on the join network. Rows and link are compared with the controller's decision and changed only
// where they differ, so a restart of the daemon loses no packet.

import type { Link, LinkAddress, Netlink } from '@kube-ovn/netlink';
import { VENDOR, VENDOR_KEY } from '@kube-ovn/ovn-model';
import type { Transaction } from '@kube-ovn/ovsdb-client';
import type { Ovs } from '../ovs/ovs.ts';
import { NODE_LINK } from './host-routes.ts';
import type { JoinNetwork } from './join.ts';

const QUEUE_LENGTH = 1000;

/** The rows of ovn0. MAC and MTU are told to Open vSwitch as well, which makes the link anew after its own restart. */
export function planNodePort(transaction: Transaction, ovs: Ovs, join: JoinNetwork, mtu: number): void {
  const { bridge } = ovs;
  if (!bridge) return;
  const ids = {
    'iface-id': join.portName,
    [VENDOR_KEY]: VENDOR,
    ip: join.addresses.map(({ ip }) => ip).join(','),
  };
  const row = ovs.interface(NODE_LINK);
  const port = ovs.port(NODE_LINK);
  if (!row || !port || !bridge.ports.includes(port._uuid)) {
    if (port) return;
    const interfaceRow = transaction.insert('Interface', {
      name: NODE_LINK,
      type: 'internal',
      mac: join.mac,
      mtu_request: mtu,
      external_ids: ids,
    });
    const portRow = transaction.insert('Port', { name: NODE_LINK, interfaces: [interfaceRow] });
    transaction.mutate('Bridge', bridge._uuid, [{ column: 'ports', mutator: 'insert', value: [portRow] }]);
    return;
  }
  const wrong = Object.entries(ids).filter(([key, value]) => row.external_ids[key] !== value);
  if (wrong.length > 0) {
    const update = Object.fromEntries(wrong);
    transaction.mutate('Interface', row._uuid, [
      { column: 'external_ids', mutator: 'delete', value: Object.keys(update) },
      { column: 'external_ids', mutator: 'insert', value: update },
    ]);
  }
  if (row.mac?.toLowerCase() !== join.mac) transaction.update('Interface', row._uuid, { mac: join.mac });
  if (row.mtu_request !== mtu) transaction.update('Interface', row._uuid, { mtu_request: mtu });
}

/** What is wrong with the link; empty when nothing is. */
export function linkFaults(link: Link, addresses: readonly LinkAddress[], join: JoinNetwork, mtu: number): string[] {
  const wanted = new Set(join.addresses.map(({ cidr }) => cidr));
  const present = new Set(
    addresses.filter(({ scope, family }) => !(family === 6 && scope === 'link')).map(({ cidr }) => cidr),
  );
  return [
    ...(link.mac === join.mac ? [] : ['mac']),
    ...(link.mtu === mtu ? [] : ['mtu']),
    ...(link.up ? [] : ['down']),
    ...(link.txQueueLength === QUEUE_LENGTH ? [] : ['txqueuelen']),
    ...[...wanted].filter((cidr) => !present.has(cidr)).map((cidr) => `misses ${cidr}`),
    ...[...present].filter((cidr) => !wanted.has(cidr)).map((cidr) => `has ${cidr}`),
  ];
}

export async function configureNodeLink(netlink: Netlink, join: JoinNetwork, mtu: number): Promise<void> {
  await netlink.configurePod({
    link: NODE_LINK,
    mac: join.mac,
    mtu,
    txQueueLength: QUEUE_LENGTH,
    addresses: join.addresses.map(({ cidr }) => ({ cidr, noDad: true })),
    routes: [],
    exactAddresses: true,
  });
}
