// The port of a pod in br-int: one transaction to make it, one to remove it. Which rows are ours is written in them.

import { VENDOR, VENDOR_KEY, type vswitch } from '@kube-ovn/ovn-model';
import type { Transaction } from '@kube-ovn/ovsdb-client';
import type { Ovs } from './ovs.ts';

/** Who an interface belongs to; the keys besides those of the contract let a CNI DEL and a GC find it without any cache. */
export interface PodPort {
  /** Name of the link in the node, of the Port and of the Interface. */
  readonly name: string;
  readonly ifaceId: string;
  readonly podName: string;
  readonly podNamespace: string;
  readonly podUid: string;
  readonly netns: string;
  readonly containerId: string;
  readonly ifName: string;
  readonly provider: string;
  readonly ips: readonly string[];
  readonly encapIp?: string;
}

/** Written by ovn-controller, or by users: not ours to clear. */
const OF_OVN = ['ovn-installed', 'ovn-installed-ts'];

export function externalIdsOf(port: PodPort): Record<string, string> {
  return {
    'iface-id': port.ifaceId,
    [VENDOR_KEY]: VENDOR,
    pod_name: port.podName,
    pod_namespace: port.podNamespace,
    pod_netns: port.netns,
    ...(port.podUid && { pod_uid: port.podUid }),
    container_id: port.containerId,
    if_name: port.ifName,
    provider: port.provider,
    ...(port.ips.length > 0 && { ip: port.ips.join(',') }),
    ...(port.encapIp && { 'encap-ip': port.encapIp }),
  };
}

/** What a row says about its pod; undefined when it is not an interface of a pod of ours. */
export function podPortOf(row: vswitch.Interface): PodPort | undefined {
  const ids = row.external_ids;
  if (ids[VENDOR_KEY] !== VENDOR || !ids.pod_name || !ids.pod_namespace) return undefined;
  // A newer sandbox of the pod has taken it.
  const ifaceId = ids['iface-id'] ?? '';
  return {
    name: row.name,
    ifaceId,
    podName: ids.pod_name,
    podNamespace: ids.pod_namespace,
    podUid: ids.pod_uid ?? '',
    netns: ids.pod_netns ?? '',
    containerId: ids.container_id ?? '',
    ifName: ids.if_name ?? 'eth0',
    provider: ids.provider ?? providerIn(ifaceId, `${ids.pod_name}.${ids.pod_namespace}`),
    ips: ids.ip ? ids.ip.split(',') : [],
    encapIp: ids['encap-ip'],
  };
}

/** Rows of an earlier Kube-OVN have the provider only in the name of the switch port. */
function providerIn(ifaceId: string, pod: string): string {
  return ifaceId.startsWith(`${pod}.`) ? ifaceId.slice(pod.length + 1) : 'ovn';
}

/**
 * Makes the port as wanted. `fresh`: the link is a new one, so a port of an earlier attempt is replaced and not kept:
 * its ovn-installed would speak of the old link. Other interfaces with this iface-id lose it: OVN binds only one.
 */
export function addPodPort(transaction: Transaction, ovs: Ovs, port: PodPort, { fresh }: { fresh: boolean }): void {
  for (const other of ovs.interfacesOf(port.ifaceId)) {
    if (other.name === port.name) continue;
    transaction.mutate('Interface', other._uuid, [
      { column: 'external_ids', mutator: 'delete', value: ['iface-id', ...OF_OVN] },
    ]);
  }
  const bridge = ovs.bridge;
  if (bridge === undefined) throw new Error('br-int does not exist');
  const existing = ovs.port(port.name);
  const row = ovs.interface(port.name);
  if (existing && row && !fresh && bridge.ports.includes(existing._uuid)) return keep(transaction, row, port);
  if (existing)
    transaction.mutate('Bridge', bridge._uuid, [{ column: 'ports', mutator: 'delete', value: [existing._uuid] }]);
  const interfaceRow = transaction.insert('Interface', { name: port.name, external_ids: externalIdsOf(port) });
  const portRow = transaction.insert('Port', { name: port.name, interfaces: [interfaceRow] });
  transaction.mutate('Bridge', bridge._uuid, [{ column: 'ports', mutator: 'insert', value: [portRow] }]);
}

export function removePort(transaction: Transaction, ovs: Ovs, name: string): void {
  const { bridge } = ovs;
  const port = ovs.port(name);
  if (!port) return;
  if (bridge?.ports.includes(port._uuid)) {
    transaction.mutate('Bridge', bridge._uuid, [{ column: 'ports', mutator: 'delete', value: [port._uuid] }]);
  }
  removeQos(transaction, ovs, port);
}

/** QoS and Queue rows live on when their port goes: those that carry its iface-id go with it. */
function removeQos(transaction: Transaction, ovs: Ovs, port: vswitch.Port): void {
  const id = ovs.interface(port.name)?.external_ids['iface-id'];
  for (const qos of ovs.qos()) if (isOf(qos.external_ids, id)) transaction.delete('QoS', qos._uuid);
  for (const queue of ovs.queues()) if (isOf(queue.external_ids, id)) transaction.delete('Queue', queue._uuid);
}

function isOf(ids: Readonly<Record<string, string>>, ifaceId: string | undefined): boolean {
  return ifaceId !== undefined && ids['iface-id'] === ifaceId && ids.pod !== undefined;
}

function keep(transaction: Transaction, row: vswitch.Interface, port: PodPort): void {
  const wanted = externalIdsOf(port);
  const ofOvn = OF_OVN.flatMap((key) => (row.external_ids[key] === undefined ? [] : [[key, row.external_ids[key]]]));
  const all: Record<string, string> = { ...wanted, ...Object.fromEntries(ofOvn) };
  const same =
    Object.keys(all).length === Object.keys(row.external_ids).length &&
    Object.entries(all).every(([key, value]) => row.external_ids[key] === value);
  if (!same) transaction.update('Interface', row._uuid, { external_ids: all });
}
