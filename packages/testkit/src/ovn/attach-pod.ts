// Plugs a network namespace into a chassis as OVN port, with plain tools: for tests that need pods but not our CNI.

import type { Chassis } from './chassis.ts';
import { createPair } from './fabric.ts';
import type { NetworkNamespace } from './network-namespace.ts';

export interface PodPort {
  /** Name of the Logical_Switch_Port. */
  readonly port: string;
  readonly mac: string;
  /** With prefix length. */
  readonly addresses: readonly string[];
  readonly gateways?: readonly string[];
  readonly mtu?: number;
}

/** `node` is the namespace of the chassis. `hostDevice` (at most 15 characters) is the end inside the node. */
export async function attachPod(
  chassis: Chassis,
  node: NetworkNamespace,
  pod: NetworkNamespace,
  hostDevice: string,
  { port, mac, addresses, gateways = [], mtu = 1400 }: PodPort,
): Promise<void> {
  await createPair(node, hostDevice, pod, 'eth0', mtu);
  await pod.ip('link', 'set', 'eth0', 'address', mac);
  for (const address of addresses) {
    await pod.ip('address', 'add', address, 'dev', 'eth0', ...(address.includes(':') ? ['nodad'] : []));
  }
  for (const gateway of gateways) await pod.ip('route', 'add', 'default', 'via', gateway);
  await chassis.vsctl(
    ...['--may-exist', 'add-port', 'br-int', hostDevice],
    ...['--', 'set', 'Interface', hostDevice, `external_ids:iface-id=${port}`],
  );
}
