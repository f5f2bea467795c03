// The tap that a userspace datapath has for itself. Nothing goes through it, but a datapath does not begin without one of this
// name, so that of a switch which still forwards is renamed.

import { type Netlink, NetlinkError } from '@kube-ovn/netlink';

const DEVICE = 'ovs-netdev';
const ASIDE = 'ovs-netdev-old';

export async function moveDeviceAside(netlink: Netlink, netns: string | undefined): Promise<void> {
  await removeOldDevice(netlink, netns);
  await unlessAbsent(netlink.setLink(DEVICE, { name: ASIDE }, netns));
}

/** It outlives its switch. */
export async function removeOldDevice(netlink: Netlink, netns: string | undefined): Promise<void> {
  await unlessAbsent(netlink.deleteLink(ASIDE, netns));
}

async function unlessAbsent(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof NetlinkError && error.code === 'ENODEV')) throw error;
  });
}
