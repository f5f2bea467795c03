// Counts what is written anywhere: rows of Northbound and of every Open_vSwitch database, requests to the API, changes of the
// nodes' kernel networks, and their nftables.

import type { Netlink, NetlinkChange } from '@kube-ovn/netlink';
import { connect, type OvsdbClient, type RowChange } from '@kube-ovn/ovsdb-client';
import { dataPlaneCommand, runCommand } from '@kube-ovn/testkit';
import { namespacePath } from '../network/topology.ts';
import type { Sandbox } from '../sandbox.ts';

export interface WriteCounts {
  /** Readable, one line per kind of write; empty when nothing was written. */
  readonly writes: readonly string[];
}

/** User agents of our programs begin with it. */
const OURS = 'kube-ovn-';
/** Columns that a configuring client writes; the others are what ovs-vswitchd reports. */
const CONFIGURATION = {
  Open_vSwitch: ['bridges', 'external_ids', 'other_config', 'manager_options', 'ssl'],
  Bridge: ['name', 'ports', 'datapath_type', 'fail_mode', 'external_ids', 'other_config', 'controller', 'mirrors'],
  Port: ['name', 'interfaces', 'external_ids', 'other_config', 'qos', 'tag', 'trunks'],
  Interface: ['name', 'type', 'options', 'external_ids', 'other_config', 'mtu_request', 'mac', 'ingress_policing_rate'],
  QoS: 'all',
  Queue: 'all',
} as const;

export class WriteCounter {
  readonly #sandbox: Sandbox;
  readonly #clients: OvsdbClient[] = [];
  readonly #stops: (() => void)[] = [];
  readonly #lines: string[] = [];
  #rules: readonly string[] = [];

  static async start(sandbox: Sandbox): Promise<WriteCounter> {
    const counter = new WriteCounter(sandbox);
    await counter.#open();
    return counter;
  }

  private constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  /** Forgets what was written so far. */
  async reset(): Promise<void> {
    this.#rules = await rulesOf(this.#sandbox);
    this.#sandbox.api.writes.reset();
    this.#lines.length = 0;
  }

  async counts(): Promise<WriteCounts> {
    const api = Object.entries(this.#sandbox.api.writes.summary())
      .filter(([what]) => what.startsWith(OURS) && !what.includes('leases'))
      .map(([what, count]) => `API: ${what} (${count})`);
    const rules = await rulesOf(this.#sandbox);
    const nft = this.#sandbox.plan.nodes.flatMap(({ name }, index) =>
      rules[index] === this.#rules[index] ? [] : [`nftables of ${name}`],
    );
    return { writes: [...this.#lines, ...api, ...nft] };
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    await Promise.all(this.#clients.map((client) => client.close()));
  }

  async #open(): Promise<void> {
    const { central, chassis, netlink, plan } = this.#sandbox;
    await this.#observe('Northbound', central.nb.endpoints, 'OVN_Northbound', NORTHBOUND);
    for (const { name, endpoint } of chassis) {
      await this.#observe(`Open vSwitch of ${name}`, [endpoint], 'Open_vSwitch', CONFIGURATION);
    }
    for (const { name } of plan.nodes) await this.#observeKernel(netlink, name);
    await this.reset();
  }

  async #observe(
    place: string,
    endpoints: readonly string[],
    database: string,
    monitor: Readonly<Record<string, readonly string[] | 'all'>>,
  ): Promise<void> {
    const client = connect({ endpoints, database, monitor });
    this.#clients.push(client);
    await client.current();
    client.replica.onChange((changes) => this.#lines.push(...changes.map((change) => `${place}: ${rowText(change)}`)));
  }

  async #observeKernel(netlink: Netlink, node: string): Promise<void> {
    const watch = netlink.watch(namespacePath(node));
    this.#stops.push(() => watch.close());
    void (async () => {
      for await (const change of watch) this.#lines.push(`kernel of ${node}: ${changeText(change)}`);
    })();
    await watch.ready;
  }
}

/** All tables that a controller writes. */
const NORTHBOUND = Object.fromEntries(
  [
    ...['NB_Global', 'Logical_Switch', 'Logical_Switch_Port', 'Logical_Router', 'Logical_Router_Port'],
    ...['Logical_Router_Policy', 'Logical_Router_Static_Route', 'Address_Set', 'Port_Group', 'ACL', 'NAT'],
    ...['Load_Balancer', 'Load_Balancer_Group', 'DHCP_Options', 'Gateway_Chassis', 'BFD', 'QoS'],
  ].map((table) => [table, 'all' as const]),
);

function rowText({ table, before, after, uuid }: RowChange): string {
  const name = String((after ?? before)?.name ?? uuid);
  if (!before || !after) return `${table} ${name} ${after ? 'inserted' : 'deleted'}`;
  const changed = Object.keys(after).filter(
    (column) => JSON.stringify(after[column]) !== JSON.stringify(before[column]),
  );
  return `${table} ${name} ${changed.join(', ')}`;
}

function changeText(change: NetlinkChange): string {
  const { kind, ...rest } = change;
  return `${kind} ${JSON.stringify(rest)}`;
}

/** With handles, so that a table written again identically shows; without counters. */
function rulesOf({ plan }: Sandbox): Promise<string[]> {
  const list = (name: string) =>
    runCommand(dataPlaneCommand('nft', ['-s', '-a', 'list', 'ruleset'], { netns: namespacePath(name) }));
  return Promise.all(plan.nodes.map(({ name }) => list(name)));
}
