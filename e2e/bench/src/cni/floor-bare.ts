// One pod by nothing but the kernel and OVN: netlink, one transaction, ovn-installed.

import type { Netlink } from '@kube-ovn/netlink';
import { vswitchTable } from '@kube-ovn/ovn-model';
import type { OvsdbClient } from '@kube-ovn/ovsdb-client';
import type { BenchPod } from './pods.ts';

/** Milliseconds. */
export async function barePod(netlink: Netlink, database: OvsdbClient, pod: BenchPod): Promise<number> {
  const host = `b${pod.name}`;
  const began = performance.now();
  await netlink.createVeth({ host, hostIpv6: false, mtu: 1400, peer: { name: 'eth0', mac: pod.mac, ns: pod.netns } });
  const inside = netlink.configurePod({
    ns: pod.netns,
    link: 'eth0',
    addresses: [{ cidr: pod.cidr, noDad: true }],
    routes: [{ family: 4, gateway: pod.gateway, link: 'eth0' }],
    loopback: true,
    ipv6LinkLocal: false,
    noTxChecksum: true,
  });
  await addPort(database, host, pod.port);
  await Promise.all([inside, installed(database, host)]);
  return performance.now() - began;
}

async function addPort(database: OvsdbClient, name: string, port: string): Promise<void> {
  const transaction = database.newTransaction();
  const row = transaction.insert('Interface', { name, external_ids: { 'iface-id': port } });
  const portRow = transaction.insert('Port', { name, interfaces: [row] });
  transaction.mutate('Bridge', bridgeOf(database), [{ column: 'ports', mutator: 'insert', value: [portRow] }]);
  const outcome = await database.transact(transaction.operations);
  if (!outcome.ok) throw outcome.error;
}

function bridgeOf({ replica }: OvsdbClient): string {
  return [...vswitchTable(replica, 'Bridge').rows()].find(({ name }) => name === 'br-int')!._uuid;
}

function installed({ replica }: OvsdbClient, name: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = replica.onChange((changes) => {
    for (const { after } of changes) {
      const ids = after?.external_ids as Readonly<Record<string, string>> | undefined;
      if (after?.name === name && ids?.['ovn-installed'] === 'true') resolve();
    }
  });
  return promise.finally(stop);
}
