// The MTU of a pod's link: what the subnet says, else what the tunnel leaves.

export interface MtuFacts {
  /** spec.mtu of the subnet, 0 when unset. */
  readonly subnet: number;
  /** MTU of the pod network of this node. */
  readonly node: number;
  /** MTU of the NIC when the pod is on a plain underlay subnet; 0: the kernel's default. */
  readonly underlay: number | undefined;
}

export function podMtu({ subnet, node, underlay }: MtuFacts): number | undefined {
  const mtu = subnet > 0 ? subnet : (underlay ?? node);
  return mtu > 0 ? mtu : undefined;
}

const OVERHEAD = { geneve: 100, vlan: 100, vxlan: 50, stt: 72 } as const;
const IPV6_EXTRA = 20;

/** MTU of the pod network: the flag, or that of the NIC without what the tunnel adds. */
export function tunnelMtu(
  nicMtu: number,
  networkType: keyof typeof OVERHEAD,
  encapFamily: 4 | 6,
  flag: number,
): number {
  if (flag > 0) return flag;
  return nicMtu - OVERHEAD[networkType] - (encapFamily === 6 ? IPV6_EXTRA : 0);
}
