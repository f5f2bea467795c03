// A network interface as this package reports it.

export interface Link {
  readonly index: number;
  readonly name: string;
  readonly altNames: readonly string[];
  /** "veth", "vlan", "openvswitch" ...; absent for hardware and loopback. */
  readonly kind?: string;
  /** ARPHRD_* number: 1 Ethernet, 772 loopback. */
  readonly type: number;
  readonly mac?: string;
  readonly mtu: number;
  /** Administratively up (IFF_UP). */
  readonly up: boolean;
  /** Operationally up: administrative state and carrier. */
  readonly running: boolean;
  readonly carrier: boolean;
  readonly loopback: boolean;
  readonly operationalState: string;
  readonly txQueueLength: number;
  readonly alias?: string;
  /** Index of the bridge, bond or VRF this link belongs to. */
  readonly master?: number;
  /** Index of the lower link (VLAN) or of the peer (veth); in another namespace when peerNamespaceId is present. */
  readonly parent?: number;
  readonly peerNamespaceId?: number;
  readonly vlanId?: number;
  /** IFF_* bits as the kernel gave them. */
  readonly flags: number;
}

export interface LinkChanges {
  readonly up?: boolean;
  readonly mtu?: number;
  readonly mac?: string;
  readonly txQueueLength?: number;
  readonly alias?: string;
  /** New name. The kernel renames links that are up only when the driver allows it. */
  readonly name?: string;
  /** Name of the new master; null takes the link out of its master. */
  readonly master?: string | null;
  /** `ethtool -K LINK tx off`: for links whose other end is a userspace datapath, which gets the frames unfinished. */
  readonly noTxChecksum?: boolean;
}
