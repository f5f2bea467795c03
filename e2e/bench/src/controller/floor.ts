// The same writes by a bare loop: one IP object and one pod patch per pod, one switch port and one set member per pod in
// transactions of 100. No watching, no planning, no comparing.

import { randomUUID } from 'node:crypto';
import { decodeJson, encodeJson } from '@kube-ovn/crds';
import { KubeClient, type KubeObject, loadConfig, type ResourceRef } from '@kube-ovn/kube';
import { connect, type OvsdbClient } from '@kube-ovn/ovsdb-client';

const IPS: ResourceRef = { group: 'kubeovn.io', version: 'v1', plural: 'ips', kind: 'IP', namespaced: false };
const PODS: ResourceRef = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true };
const IN_FLIGHT = 64;
const ROWS = 100;

/** Pods per second. `exists`: when the pod of this number can be written. */
export async function floor(
  kubeconfig: string,
  northbound: readonly string[],
  pods: readonly object[],
  exists: (index: number) => Promise<void> = async () => {},
): Promise<number> {
  const client = new KubeClient(await loadConfig({ kubeconfig }), { parse: decodeJson, stringify: encodeJson });
  const database = connect({ endpoints: northbound, database: 'OVN_Northbound', monitor: { NB_Global: ['nb_cfg'] } });
  await database.current();
  // More than one floor may be measured on one database.
  const prefix = `floor-${randomUUID().slice(0, 8)}`;
  const parent = await floorRows(database, prefix);
  const began = performance.now();
  let next = 0;
  const work = async () => {
    for (let index = next++; index < pods.length; index = next++) {
      await exists(index);
      await writeObjects(client, pods[index] as KubeObject, index);
    }
  };
  await Promise.all([writeRows(database, parent, prefix, pods.length), ...Array.from({ length: IN_FLIGHT }, work)]);
  const seconds = (performance.now() - began) / 1000;
  client.close();
  await database.close();
  return pods.length / seconds;
}

async function writeObjects(client: KubeClient, pod: KubeObject, index: number): Promise<void> {
  const { name, namespace = '' } = pod.metadata;
  const address = `10.200.${index >> 8}.${index & 255}`;
  const mac = `02:00:00:00:${(index >> 8).toString(16).padStart(2, '0')}:${(index & 255).toString(16).padStart(2, '0')}`;
  const labels = {
    'ovn.kubernetes.io/subnet': 'net-0',
    'ovn.kubernetes.io/node-name': 'node-0',
    'net-0': '',
    'ovn.kubernetes.io/ip_reserved': 'false',
  };
  const created = await client.create(IPS, {
    apiVersion: 'kubeovn.io/v1',
    kind: 'IP',
    metadata: { name: `floor-${name}.${namespace}`, labels, finalizers: ['kubeovn.io/kube-ovn-controller'] },
    spec: {
      podName: name,
      namespace,
      subnet: 'net-0',
      nodeName: 'node-0',
      podType: '',
      containerID: '',
      ipAddress: address,
      v4IpAddress: address,
      v6IpAddress: '',
      macAddress: mac,
      attachSubnets: [],
      attachIps: [],
      attachMacs: [],
    },
  } as KubeObject);
  if (!created.ok) throw created.error;
  const annotation = (key: string) => `ovn.kubernetes.io/${key}`;
  const annotations = {
    [annotation('ip_address')]: address,
    [annotation('mac_address')]: mac,
    [annotation('cidr')]: '10.200.0.0/16',
    [annotation('gateway')]: '10.200.0.1',
    [annotation('logical_switch')]: 'net-0',
    [annotation('logical_router')]: 'ovn-cluster',
    [annotation('pod_nic_type')]: 'veth-pair',
    [annotation('allocated')]: 'true',
    [annotation('routed')]: 'true',
  };
  const patched = await client.mergePatch(PODS, name, namespace, { metadata: { annotations } });
  if (!patched.ok) throw patched.error;
}

interface Parents {
  readonly switchUuid: string;
  readonly setUuid: string;
}

async function floorRows(database: OvsdbClient, prefix: string): Promise<Parents> {
  const transaction = database.newTransaction();
  const logicalSwitch = transaction.insert('Logical_Switch', { name: prefix });
  const set = transaction.insert('Address_Set', { name: prefix.replace('-', '.') });
  const outcome = await database.transact(transaction.operations);
  if (!outcome.ok) throw outcome.error;
  return { switchUuid: outcome.uuids[logicalSwitch.named]!, setUuid: outcome.uuids[set.named]! };
}

async function writeRows(
  database: OvsdbClient,
  { switchUuid, setUuid }: Parents,
  prefix: string,
  count: number,
): Promise<void> {
  for (let first = 0; first < count; first += ROWS) {
    const transaction = database.newTransaction();
    const ports = Array.from({ length: Math.min(ROWS, count - first) }, (_, index) => {
      const n = first + index;
      const external_ids = { vendor: 'kube-ovn', owner: `IP/floor-${n}`, ls: 'net-0', pod: `ns-0/pod-${n}` };
      return transaction.insert('Logical_Switch_Port', {
        name: `${prefix}-${n}`,
        addresses: [`02:00:00:00:00:00 10.200.${n >> 8}.${n & 255}`],
        external_ids,
      });
    });
    transaction.mutate('Logical_Switch', switchUuid, [{ column: 'ports', mutator: 'insert', value: ports }]);
    const addresses = ports.map((_, index) => `10.200.${(first + index) >> 8}.${(first + index) & 255}`);
    transaction.mutate('Address_Set', setUuid, [{ column: 'addresses', mutator: 'insert', value: addresses }]);
    const outcome = await database.transact(transaction.operations);
    if (!outcome.ok) throw outcome.error;
  }
}
