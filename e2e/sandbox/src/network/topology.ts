// The wires of the sandbox: two bridges (underlay for addresses of nodes, fabric for tunnels), one namespace per node,
// and the outside world behind the underlay's gateway. The outside has no route to pods, so they need NAT to be answered.

import type { Netlink } from '@kube-ovn/netlink';
import { type AddressPlan, allOf, type NodeAddresses, type PerFamily } from './address-plan.ts';

export const UNDERLAY = 'underlay';
export const FABRIC = 'fabric';
export const OUTSIDE = 'outside';
/** NIC of a node that carries tunnels; the one with the node's address is eth0. */
export const TUNNEL_NIC = 'eth1';

export function namespacePath(name: string): string {
  return `/run/netns/${name}`;
}

export async function buildTopology(netlink: Netlink, plan: AddressPlan): Promise<void> {
  // A machine that forwards hands that down to new namespaces; the bridges' own namespace must not be a second way out.
  await netlink.sysctl(undefined, 'net/ipv4/ip_forward', '0');
  await fastIpv6(netlink, undefined);
  await netlink.setLink('lo', { up: true });
  for (const bridge of [UNDERLAY, FABRIC]) {
    await netlink.createLink(bridge, 'bridge');
    await netlink.setLink(bridge, { up: true, noTxChecksum: true });
  }
  await addAddresses(netlink, UNDERLAY, plan.api, plan);
  await Promise.all([buildOutside(netlink, plan), ...plan.nodes.map((node) => buildNode(netlink, node, plan))]);
}

async function buildOutside(netlink: Netlink, plan: AddressPlan): Promise<void> {
  const ns = await createNamespace(netlink, OUTSIDE);
  await plug(netlink, UNDERLAY, 'to-outside', 'eth0', ns);
  await addAddresses(netlink, 'eth0', plan.gateway, plan, ns);
  for (const address of allOf(plan.outside)) {
    await netlink.addAddress('lo', `${address}/${address.includes(':') ? 128 : 32}`, { noDad: true }, ns);
  }
}

async function buildNode(netlink: Netlink, node: NodeAddresses, plan: AddressPlan): Promise<void> {
  const ns = await createNamespace(netlink, node.name);
  // What every installer of Kubernetes does to a node.
  await netlink.sysctl(ns, 'net/ipv4/ip_forward', '1');
  await netlink.sysctl(ns, 'net/ipv6/conf/all/forwarding', '1');
  const wire = plan.nodes.indexOf(node) + 1;
  await plug(netlink, UNDERLAY, `underlay-${wire}`, 'eth0', ns);
  await plug(netlink, FABRIC, `fabric-${wire}`, TUNNEL_NIC, ns);
  await addAddresses(netlink, 'eth0', node.underlay, plan, ns);
  await addAddresses(netlink, TUNNEL_NIC, node.fabric, plan, ns);
  for (const family of plan.families) {
    await netlink.addRoute({ family, gateway: plan.gateway[family]!, link: 'eth0' }, ns);
  }
}

export async function createNamespace(netlink: Netlink, name: string): Promise<string> {
  const ns = await netlink.netns.createNamed(name);
  await fastIpv6(netlink, ns);
  await netlink.setLink('lo', { up: true }, ns);
  return ns;
}

// Duplicate address detection keeps an address unusable for a second or two, on wires that are ours alone.
async function fastIpv6(netlink: Netlink, ns: string | undefined): Promise<void> {
  for (const scope of ['all', 'default']) {
    await netlink.sysctl(ns, `net/ipv6/conf/${scope}/disable_ipv6`, '0');
    await netlink.sysctl(ns, `net/ipv6/conf/${scope}/accept_dad`, '0');
    await netlink.sysctl(ns, `net/ipv6/conf/${scope}/accept_ra`, '0');
    await netlink.sysctl(ns, `net/ipv4/conf/${scope}/rp_filter`, '0');
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
  plan: AddressPlan,
  ns?: string,
): Promise<void> {
  for (const family of plan.families) {
    const cidr = `${addresses[family]}/${plan.prefixLength[family]}`;
    await netlink.addAddress(device, cidr, { noDad: true }, ns);
  }
}
