// The rows of br-phy: a userspace bridge with the MAC address of its NIC, and the NIC in it.

import { named, type OvsdbClient, type Row } from '@kube-ovn/ovsdb-client';
import { TUNNEL_BRIDGE } from '../settings.ts';
import type { NicRecord } from './record.ts';

const VENDOR = { vendor: 'kube-ovn' };

/** One transaction, or none. */
export async function assertBridge(client: OvsdbClient, { nic, mac, mtu }: NicRecord): Promise<void> {
  const transaction = client.newTransaction();
  const [root] = [...client.replica.table('Open_vSwitch').rows()];
  const bridge = rowNamed(client, 'Bridge', TUNNEL_BRIDGE);
  if (!root) throw new Error('the Open_vSwitch row is not there yet');
  if (!bridge) {
    const ports = [addPort(TUNNEL_BRIDGE, 'internal', { mtu_request: mtu }), addPort(nic, '', {})];
    const columns = {
      name: TUNNEL_BRIDGE,
      datapath_type: 'netdev',
      other_config: { hwaddr: mac },
      external_ids: VENDOR,
      ports,
    };
    transaction.insert('Bridge', columns, 'bridge');
    transaction.mutate('Open_vSwitch', root._uuid, [
      { column: 'bridges', mutator: 'insert', value: [named('bridge')] },
    ]);
  } else {
    const ports = (bridge.ports as readonly string[]).map((uuid) => client.replica.table('Port').get(uuid)?.name);
    if (!ports.includes(nic)) {
      const port = addPort(nic, '', {});
      transaction.mutate('Bridge', bridge._uuid, [{ column: 'ports', mutator: 'insert', value: [port] }]);
    }
    const config = bridge.other_config as Readonly<Record<string, string>>;
    if (bridge.datapath_type !== 'netdev' || config.hwaddr !== mac) {
      transaction.update('Bridge', bridge._uuid, { datapath_type: 'netdev', other_config: { ...config, hwaddr: mac } });
    }
    const internal = rowNamed(client, 'Interface', TUNNEL_BRIDGE);
    if (internal && internal.mtu_request !== mtu) transaction.update('Interface', internal._uuid, { mtu_request: mtu });
  }
  if (transaction.size === 0) return;
  const outcome = await client.transact(transaction.comment('ovs: the bridge of the tunnels').operations);
  if (!outcome.ok) throw outcome.error;

  function addPort(name: string, type: string, more: Readonly<Record<string, number>>) {
    const id = name.replaceAll(/\W/g, '_');
    transaction.insert('Interface', { name, type, external_ids: VENDOR, ...more }, `i_${id}`);
    return transaction.insert('Port', { name, interfaces: [named(`i_${id}`)], external_ids: VENDOR }, `p_${id}`);
  }
}

export async function removeBridge(client: OvsdbClient, name: string): Promise<void> {
  const bridge = rowNamed(client, 'Bridge', name);
  const [root] = [...client.replica.table('Open_vSwitch').rows()];
  if (!bridge || !root) return;
  const transaction = client.newTransaction();
  transaction.mutate('Open_vSwitch', root._uuid, [{ column: 'bridges', mutator: 'delete', value: [bridge._uuid] }]);
  const outcome = await client.transact(transaction.operations);
  if (!outcome.ok) throw outcome.error;
}

export function rowNamed(client: OvsdbClient, table: string, name: string): Row | undefined {
  return [...client.replica.table(table).rows()].find((row) => row.name === name);
}
