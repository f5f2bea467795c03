// Links that we or Open vSwitch have made, and the NIC that a bridge of ours had taken.

import { type Netlink, NetlinkError } from '@kube-ovn/netlink';

const NAMES = new Set(['ovn0', 'br-int', 'ovs-netdev', 'genev_sys_6081', 'vxlan_sys_4789']);
/** The node's end of a pod's link (cni/names.ts). */
const POD = /^[0-9a-f]{12}_h$|^[0-9a-f]{1,11}_[^ ]{1,11}_h$/;

/** Names of what was removed. */
export async function removeLinks(netlink: Netlink, more: readonly string[]): Promise<string[]> {
  const removed: string[] = [];
  for (const { name } of await netlink.links()) {
    if (!NAMES.has(name) && !more.includes(name) && !POD.test(name)) continue;
    try {
      await netlink.deleteLink(name);
      removed.push(name);
    } catch (error) {
      // ENODEV: gone with another one. EOPNOTSUPP: a port of the kernel's datapath, which goes with the datapath.
      if (!(error instanceof NetlinkError) || !['ENODEV', 'EOPNOTSUPP'].includes(error.code)) throw error;
    }
  }
  return removed;
}

/** Addresses and routes of the bridge, now on the NIC. Nothing when the bridge is gone already. */
export async function giveBackNic(netlink: Netlink, bridge: string, nic: string): Promise<string[]> {
  const [from, to] = await Promise.all([netlink.link(bridge), netlink.link(nic)]);
  if (!from || !to) return [];
  const addresses = (await netlink.addresses(undefined, bridge)).filter(({ scope }) => scope === 'global');
  const routes = (await netlink.routes()).filter(
    ({ link, protocol, type = 'unicast' }) => link === bridge && protocol !== 'kernel' && type === 'unicast',
  );
  await netlink.setLink(nic, { up: true });
  for (const { cidr } of addresses) {
    await netlink.deleteAddress(bridge, cidr);
    await netlink.addAddress(nic, cidr, { replace: true, noDad: true });
  }
  for (const route of routes) await netlink.replaceRoute({ ...route, link: nic });
  return addresses.map(({ cidr }) => cidr);
}
