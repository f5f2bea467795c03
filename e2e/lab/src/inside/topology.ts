// The wires of the lab: one bridge for the nodes' addresses (eth0) and one for tunnels (eth1), in the outer network
// namespace, which has no way out. Its own address on the first bridge is the outside world for the nodes.

import type { Netlink } from '@kube-ovn/netlink';
import { type ClusterPlan, type NodePlan, type PerFamily, PREFIX_LENGTH } from '../plan/cluster-plan.ts';

const NODES = 'nodes';
const TUNNELS = 'tunnels';

export function namespacePath(node: string): string {
  return `/run/netns/${node}`;
}

export async function buildBridges(netlink: Netlink, plan: ClusterPlan): Promise<void> {
  // A machine that forwards hands that down to new namespaces; this one must not be a way between the bridges.
  await netlink.sysctl(undefined, 'net/ipv4/ip_forward', '0');
  await quickIpv6(netlink, undefined);
  await netlink.setLink('lo', { up: true });
  for (const bridge of [NODES, TUNNELS]) {
    await netlink.createLink(bridge, 'bridge');
    await netlink.setLink(bridge, { up: true, noTxChecksum: true });
  }
  await addAddresses(netlink, NODES, plan.gateway, plan);
}

/** Again for a node that was there before: it starts with fresh NICs. */
export async function plugNode(netlink: Netlink, plan: ClusterPlan, node: NodePlan): Promise<void> {
  await unplugNode(netlink, node);
  const ns = await netlink.netns.createNamed(node.name);
  await quickIpv6(netlink, ns);
  await netlink.setLink('lo', { up: true }, ns);
  // What every installer of Kubernetes does to a node.
  await netlink.sysctl(ns, 'net/ipv4/ip_forward', '1');
  if (plan.families.includes(6)) await netlink.sysctl(ns, 'net/ipv6/conf/all/forwarding', '1');
  await plug(netlink, NODES, `node-${node.index}`, 'eth0', ns);
  await plug(netlink, TUNNELS, `tunnel-${node.index}`, 'eth1', ns);
  await addAddresses(netlink, 'eth0', node.address, plan, ns);
  await addAddresses(netlink, 'eth1', node.tunnel, plan, ns);
  for (const family of plan.families) {
    await netlink.addRoute({ family, gateway: plan.gateway[family]!, link: 'eth0' }, ns);
  }
}

export async function unplugNode(netlink: Netlink, node: NodePlan): Promise<void> {
  for (const end of [`node-${node.index}`, `tunnel-${node.index}`]) {
    if (await netlink.link(end)) await netlink.deleteLink(end);
  }
  if (await netlink.netns.exists(node.name)) await netlink.netns.deleteNamed(node.name);
}

// Duplicate address detection keeps an address unusable for a second or two, on wires that are ours alone.
async function quickIpv6(netlink: Netlink, ns: string | undefined): Promise<void> {
  for (const scope of ['all', 'default']) {
    await netlink.sysctl(ns, `net/ipv6/conf/${scope}/disable_ipv6`, '0');
    await netlink.sysctl(ns, `net/ipv6/conf/${scope}/accept_dad`, '0');
    await netlink.sysctl(ns, `net/ipv6/conf/${scope}/accept_ra`, '0');
    await netlink.sysctl(ns, `net/ipv4/conf/${scope}/rp_filter`, '0');
    // Both NICs are on wires of one machine: each answers only for its own address.
    await netlink.sysctl(ns, `net/ipv4/conf/${scope}/arp_ignore`, '1');
  }
}

async function plug(netlink: Netlink, bridge: string, end: string, device: string, ns: string): Promise<void> {
  await netlink.createVeth({ host: end, peer: { name: device, ns } });
  await netlink.setLink(end, { master: bridge, up: true, noTxChecksum: true });
  await netlink.setLink(device, { up: true, noTxChecksum: true }, ns);
}

async function addAddresses(
  netlink: Netlink,
  device: string,
  addresses: PerFamily<string>,
  plan: ClusterPlan,
  ns?: string,
): Promise<void> {
  for (const family of plan.families) {
    await netlink.addAddress(device, `${addresses[family]}/${PREFIX_LENGTH[family]}`, { noDad: true }, ns);
  }
}
