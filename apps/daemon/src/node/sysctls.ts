// Kernel settings without which the node forwards nothing between pods and the world; written only where they differ.

import type { Family } from '@kube-ovn/ipam';
import type { Netlink } from '@kube-ovn/netlink';
import { NODE_LINK } from './host-routes.ts';

export function nodeSysctls(families: readonly Family[]): Record<string, string> {
  return {
    ...(families.includes(4) && {
      'net/ipv4/ip_forward': '1',
      // Loose: answers of pods may come back another way than a strict check expects (centralized gateways).
      [`net/ipv4/conf/${NODE_LINK}/rp_filter`]: '2',
    }),
    ...(families.includes(6) && { 'net/ipv6/conf/all/forwarding': '1' }),
  };
}

/** Keys that had another value. */
export async function assertSysctls(netlink: Netlink, wanted: Readonly<Record<string, string>>): Promise<string[]> {
  const changed: string[] = [];
  for (const [key, value] of Object.entries(wanted)) {
    if ((await netlink.sysctl(undefined, key)) === value) continue;
    await netlink.sysctl(undefined, key, value);
    changed.push(key);
  }
  return changed;
}
