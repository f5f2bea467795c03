// The veth pair of a pod: made with its peer already in the pod's namespace, or found again after an earlier attempt.

import { type Netlink, NetlinkError } from '@kube-ovn/netlink';

export interface PodLinkRequest {
  /** The end in the node. */
  readonly host: string;
  /** Whose it is; lets a port that got lost be put back. */
  readonly alias: string | undefined;
  readonly netns: string;
  readonly ifName: string;
  readonly mtu: number | undefined;
}

/** `fresh`: the pair is a new one. */
export async function ensurePodLink(netlink: Netlink, request: PodLinkRequest): Promise<{ readonly fresh: boolean }> {
  if (await create(netlink, request)) return { fresh: true };
  const { host, netns, ifName } = request;
  const [outside, inside] = await Promise.all([netlink.link(host), netlink.link(ifName, netns)]);
  if (outside && inside && outside.parent === inside.index && inside.parent === outside.index) {
    if (!outside.up) await netlink.setLink(host, { up: true });
    return { fresh: false };
  }
  // Half of a pair that an earlier attempt left, or a pair into a namespace that is not this one.
  if (outside) await removePodLink(netlink, host);
  if (await create(netlink, request)) return { fresh: true };
  throw new Error(`the pod's namespace has an interface ${ifName} that is not ours`);
}

/** That it is gone already is fine. */
export async function removePodLink(netlink: Netlink, host: string): Promise<void> {
  try {
    await netlink.deleteLink(host);
  } catch (error) {
    if (!(error instanceof NetlinkError) || error.code !== 'ENODEV') throw error;
  }
}

async function create(netlink: Netlink, { host, alias, netns, ifName, mtu }: PodLinkRequest): Promise<boolean> {
  try {
    // Each IPv6 address or route of a host end makes ovs-vswitchd read all routes again: with 200 pods most of its work.
    await netlink.createVeth({ host, hostAlias: alias, hostIpv6: false, mtu, peer: { name: ifName, ns: netns } });
    return true;
  } catch (error) {
    if (error instanceof NetlinkError && error.code === 'EEXIST') return false;
    throw error;
  }
}
