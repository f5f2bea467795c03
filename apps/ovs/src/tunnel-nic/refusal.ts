// Why a NIC cannot be given to the switch. Pure. While the switch is away its bridge has no carrier, and a node that lives
// on it could be repaired only at its console.

import type { Link, LinkAddress, Route } from '@kube-ovn/netlink';

export interface NicSituation {
  readonly nic: string;
  readonly links: readonly Link[];
  readonly addresses: readonly LinkAddress[];
  readonly routes: readonly Route[];
  /** Addresses by which the cluster knows the node. */
  readonly nodeIps: readonly string[];
}

const WAY_OUT = 'Userspace mode needs a second NIC for the tunnels: name it with TUNNEL_NIC.';

export function refusal({ nic, links, addresses, routes, nodeIps }: NicSituation): string | undefined {
  const link = links.find(({ name }) => name === nic);
  if (!link) {
    const others = links.filter(({ loopback }) => !loopback).map(({ name }) => name);
    return `This node has no NIC ${nic} (it has ${others.join(', ') || 'none'}). ${WAY_OUT}`;
  }
  const own = addresses.filter((each) => each.link === nic);
  const nodeIp = own.find(({ address }) => nodeIps.includes(address));
  if (nodeIp) return `NIC ${nic} has the address ${nodeIp.address} of the node itself. ${WAY_OUT}`;
  const isDefault = routes.some((route) => route.link === nic && !route.destination && (route.table ?? 254) === 254);
  const hasOther = routes.some((route) => route.link !== nic && !route.destination && (route.table ?? 254) === 254);
  if (isDefault && !hasOther) return `NIC ${nic} is this node's only way out. ${WAY_OUT}`;
  return undefined;
}
