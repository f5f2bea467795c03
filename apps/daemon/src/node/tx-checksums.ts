// Transmit checksum offload off where the other end cannot finish a checksum: once for each link that appears. It cannot be
// read back cheaply, but setting it again changes nothing.

import type { Link, Netlink } from '@kube-ovn/netlink';
import { NODE_LINK } from './host-routes.ts';

export interface ChecksumFacts {
  readonly userspace: boolean;
  readonly vxlan: boolean;
}

export class TxChecksums {
  readonly #netlink: Netlink;
  readonly #done = new Set<string>();

  constructor(netlink: Netlink) {
    this.#netlink = netlink;
  }

  async assert(links: readonly Link[], { userspace, vxlan }: ChecksumFacts): Promise<void> {
    // The tunnel device of the kernel datapath miscalculates on many NICs; those of a userspace switch do not exist.
    const names = ['genev_sys_6081', ...(vxlan ? ['vxlan_sys_4789'] : []), ...(userspace ? [NODE_LINK, 'br-phy'] : [])];
    for (const { name, index } of links) {
      const key = `${name} ${index}`;
      if (!names.includes(name) || this.#done.has(key)) continue;
      await this.#netlink.setLink(name, { noTxChecksum: true });
      this.#done.add(key);
    }
  }
}
