// Our keys in the Open_vSwitch row: identity of the chassis, where the Southbound database is, how tunnels are made. Other
// keys of the same maps belong to others (tunnel addresses to the daemon) and are not touched.

import type { OvsdbClient, Row } from '@kube-ovn/ovsdb-client';
import type { NodeSettings } from '../settings.ts';

type Text = Readonly<Record<string, string>>;

export interface RowWish {
  readonly external: Text;
  readonly other: Text;
  /** Keys that must not be there. */
  readonly noExternal: readonly string[];
  readonly noOther: readonly string[];
}

/** Many CPUs: more threads than these only wait for each other. */
const MANY_CPUS = 12;

/**
 * A new ovn-controller replaces all flows as soon as it has any, and it has the first before it knows what its ports need. In
 * this time it gets to know all. Only after a hand-over: an empty switch gets flows at once.
 */
const KEEP_FLOWS_MS = 3_000;

export interface Circumstances {
  readonly cpus: number;
  /** The flows in the switch are those of the ovn-controller before. */
  readonly hasFlows: boolean;
}

export function rowWish(settings: NodeSettings, systemId: string, { cpus, hasFlows }: Circumstances): RowWish {
  const userspace = settings.datapath === 'userspace';
  return {
    external: {
      'system-id': systemId,
      hostname: settings.nodeName,
      'ovn-remote': settings.southbound,
      'ovn-remote-probe-interval': String(settings.southboundProbeMs),
      'ovn-openflow-probe-interval': String(settings.openflowProbeSeconds),
      'ovn-encap-type': settings.encapType,
      ...(userspace ? { 'ovn-bridge-datapath-type': 'netdev' } : {}),
      ...(hasFlows ? { 'ovn-ofctrl-wait-before-clear': String(KEEP_FLOWS_MS) } : {}),
    },
    other: {
      'hw-offload': String(settings.hardwareOffload),
      ...(cpus > MANY_CPUS ? { 'n-revalidator-threads': '4', 'n-handler-threads': '10' } : {}),
    },
    // Stock ovn-controllers of one release follow a northd of the next: nothing to match.
    noExternal: [
      'ovn-match-northd-version',
      ...(userspace ? [] : ['ovn-bridge-datapath-type']),
      ...(hasFlows ? [] : ['ovn-ofctrl-wait-before-clear']),
    ],
    noOther: [],
  };
}

/** One transaction, or none when all is so already. Rejects when the database refuses. */
export async function assertRow(client: OvsdbClient, wish: RowWish): Promise<void> {
  const [row] = [...client.replica.table('Open_vSwitch').rows()];
  const transaction = client.newTransaction();
  if (!row) transaction.insert('Open_vSwitch', { external_ids: wish.external, other_config: wish.other });
  else {
    assertMap('external_ids', wish.external, wish.noExternal);
    assertMap('other_config', wish.other, wish.noOther);
  }
  if (transaction.size === 0) return;
  const outcome = await client.transact(transaction.comment('ovs: settings of this node').operations);
  if (!outcome.ok) throw outcome.error;

  function assertMap(column: string, wanted: Text, unwanted: readonly string[]): void {
    const { remove, add } = mapDifference(mapOf(row!, column), wanted, unwanted);
    if (remove.length > 0)
      transaction.mutate('Open_vSwitch', row!._uuid, [{ column, mutator: 'delete', value: remove }]);
    if (Object.keys(add).length > 0) {
      transaction.mutate('Open_vSwitch', row!._uuid, [{ column, mutator: 'insert', value: add }]);
    }
  }
}

/** `insert` never replaces the value of a key, so a changed one is removed first. */
export function mapDifference(present: Text, wanted: Text, unwanted: readonly string[]) {
  const add = Object.fromEntries(Object.entries(wanted).filter(([key, value]) => present[key] !== value));
  const remove = [...Object.keys(add), ...unwanted].filter((key) => key in present);
  return { remove, add };
}

function mapOf(row: Row, column: string): Text {
  return (row[column] ?? {}) as Text;
}
