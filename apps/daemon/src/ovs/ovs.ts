// The Open_vSwitch database of this node: a live copy with the look-ups the daemon needs, and transactions that throw.

import { codedError } from '@kube-ovn/errors';
import { type vswitch, vswitchTable } from '@kube-ovn/ovn-model';
import { type ConnectionState, connect, type OvsdbClient, type Transaction } from '@kube-ovn/ovsdb-client';
import type { DaemonMetrics } from '../observability.ts';

export const INTEGRATION_BRIDGE = 'br-int';

const MONITOR = {
  Open_vSwitch: ['external_ids', 'bridges'],
  Bridge: ['name', 'ports', 'datapath_type', 'external_ids'],
  Port: ['name', 'interfaces', 'qos', 'external_ids'],
  Interface: ['name', 'type', 'external_ids', 'mac', 'mtu_request', 'ofport', 'error'],
  QoS: ['external_ids', 'queues'],
  Queue: ['external_ids'],
} as const;

export interface OvsOptions {
  readonly endpoint: string;
  readonly metrics: DaemonMetrics;
  readonly onState: (state: ConnectionState, why?: string) => void;
}

export class Ovs {
  readonly client: OvsdbClient;
  readonly #metrics: DaemonMetrics;
  readonly #stateListeners = new Set<() => void>();

  constructor({ endpoint, metrics, onState }: OvsOptions) {
    this.#metrics = metrics;
    this.client = connect({
      endpoints: [endpoint],
      database: 'Open_vSwitch',
      monitor: MONITOR,
      onStateChange: (state, why) => {
        onState(state, why);
        for (const listener of [...this.#stateListeners]) listener();
      },
    });
    this.client.replica.table('Bridge').index('name', (row) => String(row.name));
    this.client.replica.table('Port').index('name', (row) => String(row.name));
    this.client.replica.table('Interface').index('name', (row) => String(row.name));
    this.client.replica.table('Interface').index('iface-id', ifaceId);
  }

  get isCurrent(): boolean {
    return this.client.state === 'current';
  }

  get root(): vswitch.OpenvSwitch | undefined {
    return [...vswitchTable(this.client.replica, 'Open_vSwitch').rows()][0];
  }

  get bridge(): vswitch.Bridge | undefined {
    return vswitchTable(this.client.replica, 'Bridge').by('name', INTEGRATION_BRIDGE)[0];
  }

  /** The datapath runs in user space: it gets frames from veths and taps as the kernel leaves them. */
  get isUserspace(): boolean {
    return this.bridge?.datapath_type === 'netdev';
  }

  port(name: string): vswitch.Port | undefined {
    return vswitchTable(this.client.replica, 'Port').by('name', name)[0];
  }

  interface(name: string): vswitch.Interface | undefined {
    return vswitchTable(this.client.replica, 'Interface').by('name', name)[0];
  }

  interfacesOf(ifaceId: string): readonly vswitch.Interface[] {
    return vswitchTable(this.client.replica, 'Interface').by('iface-id', ifaceId);
  }

  interfaces(): IterableIterator<vswitch.Interface> {
    return vswitchTable(this.client.replica, 'Interface').rows();
  }

  qos(): IterableIterator<vswitch.QoS> {
    return vswitchTable(this.client.replica, 'QoS').rows();
  }

  queues(): IterableIterator<vswitch.Queue> {
    return vswitchTable(this.client.replica, 'Queue').rows();
  }

  /** Told after every change of a row and of the connection. */
  onChange(listener: () => void): () => void {
    const ofRows = this.client.replica.onChange(listener);
    this.#stateListeners.add(listener);
    return () => {
      ofRows();
      this.#stateListeners.delete(listener);
    };
  }

  /** Throws ERR_CNI_OVS_FAILED when it was refused, or when it is not known whether it was done. */
  async commit(what: string, transaction: Transaction): Promise<void> {
    if (transaction.size === 0) return;
    const began = performance.now();
    const outcome = await this.client.transact(transaction.comment(`kube-ovn-daemon: ${what}`).operations);
    this.#metrics.transacted(what, outcome.ok, performance.now() - began);
    if (!outcome.ok) throw codedError('ERR_CNI_OVS_FAILED', { problem: outcome.error.message }, outcome.error);
  }
}

function ifaceId(row: object): string | undefined {
  const ids = (row as vswitch.Interface).external_ids;
  return ids['iface-id'];
}
