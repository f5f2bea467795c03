// Which changes of the world are a reason to look at the node again. Pods come and go all the time: theirs are none.

import type { InstalledRoute, NetlinkChange } from '@kube-ovn/netlink';
import type { RowChange } from '@kube-ovn/ovsdb-client';
import { NODE_LINK } from './host-routes.ts';

const POD_LINK = /_h$/;
const MAIN_TABLE = 254;

export function rowsConcernNode(changes: readonly RowChange[]): boolean {
  return changes.some(({ table, before, after }) => {
    if (table === 'Open_vSwitch') return true;
    if (table === 'Interface' || table === 'Port') return (after ?? before)?.name === NODE_LINK;
    return table === 'Bridge' && before?.datapath_type !== after?.datapath_type;
  });
}

export function networkConcernsNode(change: NetlinkChange): boolean {
  if (change.kind === 'link') return !POD_LINK.test(change.link.name);
  if (change.kind === 'address') return !POD_LINK.test(change.address.link ?? '');
  if (change.kind === 'route') return change.route.table === MAIN_TABLE && !isOfPodLink(change.route);
  return change.kind === 'overrun';
}

/** Every new link brings its link-local route. */
function isOfPodLink({ link, destination }: InstalledRoute): boolean {
  return POD_LINK.test(link ?? '') || destination === 'fe80::/64';
}

/** Ports of pods went away: by a DEL, or by a hand that should not have. */
export function rowsConcernPorts(changes: readonly RowChange[]): boolean {
  return changes.some(({ table, before, after }) => table === 'Port' && !after && POD_LINK.test(String(before?.name)));
}
