// Which rows of Southbound stand for a node that is gone, or for a machine whose place another has taken. ovn-controller removes
// its row when it ends in peace; a machine that lost its power, or its disk, cannot. Others keep tunnels to it for ever, and
// its tunnel address is taken: a machine that comes with another system-id would be refused.

import type { ObjectMeta } from '@kube-ovn/kube';
import type { sb } from '@kube-ovn/ovn-model';

export const CHASSIS_ANNOTATION = 'ovn.kubernetes.io/chassis';

export type ChassisRow = Pick<sb.Chassis, '_uuid' | 'name' | 'hostname' | 'other_config'>;

export function isStale(row: ChassisRow, node: { readonly metadata: ObjectMeta } | undefined): boolean {
  // Of another cluster, brought by interconnection.
  if (row.other_config['is-remote'] === 'true') return false;
  if (node === undefined) return true;
  const current = node.metadata.annotations?.[CHASSIS_ANNOTATION];
  return current !== undefined && current !== row.name;
}
