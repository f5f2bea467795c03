// Which NIC and which address carry the tunnels of this node. Pure.

import type { Link, LinkAddress } from '@kube-ovn/netlink';

export interface TunnelWish {
  /** Annotation ovn.kubernetes.io/tunnel_interface. */
  readonly annotation: string;
  /** Label ovn.kubernetes.io/ovs_dp_type is userspace. */
  readonly userspace: boolean;
  readonly dpdkTunnelIface: string;
  /** Flag --iface: a name, or regular expressions by comma. */
  readonly iface: string;
  readonly hostTunnelSource: boolean;
  /** POD_IP and the node's InternalIPs, best first. */
  readonly nodeIps: readonly string[];
}

export interface Tunnel {
  readonly link: string;
  readonly linkMtu: number;
  readonly ip: string;
  readonly family: 4 | 6;
}

export function chooseTunnel(
  wish: TunnelWish,
  links: readonly Link[],
  addresses: readonly LinkAddress[],
  linkScopeSources: readonly string[],
): Tunnel | undefined {
  const name = namedLink(wish, links);
  if (name === undefined) return byAddress(wish, links, addresses);
  const link = links.find((each) => each.name === name);
  if (!link) return undefined;
  const usable = addresses.filter((each) => each.link === name && isUsable(each, wish.hostTunnelSource));
  const sources = new Set(linkScopeSources);
  const preferred = usable.filter(({ address }) => wish.nodeIps.includes(address));
  const routed = usable.filter(({ address }) => sources.has(address));
  // An address that moves to the front of a NIC's list must not move the tunnels: the node's own wins (case I2).
  const [found] = [...preferred, ...(routed.length > 0 ? routed : usable)];
  return found && { link: name, linkMtu: link.mtu, ip: found.address, family: found.family };
}

/** undefined: by address. The name of a link that does not exist stays a wish. */
function namedLink(wish: TunnelWish, links: readonly Link[]): string | undefined {
  if (wish.annotation !== '') return wish.annotation;
  if (wish.userspace) return wish.dpdkTunnelIface;
  if (wish.iface === '') return undefined;
  if (links.some(({ name }) => name === wish.iface)) return wish.iface;
  for (const pattern of wish.iface.split(',')) {
    const expression = expressionOf(pattern.trim());
    const match = expression && links.find(({ name }) => expression.test(name));
    if (match) return match.name;
  }
  return wish.iface;
}

function byAddress(
  { nodeIps }: TunnelWish,
  links: readonly Link[],
  addresses: readonly LinkAddress[],
): Tunnel | undefined {
  for (const ip of nodeIps) {
    const found = addresses.find(({ address }) => address === ip);
    const link = links.find(({ index }) => index === found?.linkIndex);
    if (found && link) return { link: link.name, linkMtu: link.mtu, ip, family: found.family };
  }
  return undefined;
}

function isUsable({ scope, address, prefixLength, family }: LinkAddress, hostSource: boolean): boolean {
  if (scope === 'link' || scope === 'host' || address.startsWith('fe80:')) return false;
  return hostSource || prefixLength < (family === 4 ? 32 : 128);
}

function expressionOf(pattern: string): RegExp | undefined {
  if (pattern === '') return undefined;
  try {
    return new RegExp(pattern);
  } catch {
    return undefined;
  }
}
