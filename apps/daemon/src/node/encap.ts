// The tunnel settings in Open_vSwitch external_ids that are the daemon's: addresses and checksum. Pure.

import { type Address, compareAddresses, formatAddress, parseAddress } from '@kube-ovn/ipam';

export interface NodeNetworks {
  /** network -> address */
  readonly networks: Readonly<Record<string, string>>;
  /** What is wrong with the annotation; the whole of it counts as absent then. */
  readonly problem?: string;
}

/** Annotation ovn.kubernetes.io/node_networks. */
export function readNodeNetworks(text: string): NodeNetworks {
  if (text === '') return { networks: {} };
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
      throw new TypeError('it is not an object');
    const networks = Object.entries(parsed).map(([name, value]) => [name, addressText(name, value)] as const);
    return { networks: Object.fromEntries(networks) };
  } catch (error) {
    return { networks: {}, problem: (error as Error).message };
  }
}

export function encapIds(defaultIp: string, networks: NodeNetworks, checksum: boolean): Record<string, string> {
  const others = [...new Set(Object.values(networks.networks))].filter((ip) => ip !== defaultIp);
  return {
    'ovn-encap-ip': [defaultIp, ...sorted(others)].join(','),
    'ovn-encap-ip-default': defaultIp,
    'ovn-encap-csum': String(checksum),
  };
}

function addressText(name: string, value: unknown): string {
  const address = parseAddress(String(value));
  if (!address.ok) throw new TypeError(`network ${name}: ${address.error.message}`);
  return formatAddress(address.value);
}

function sorted(ips: readonly string[]): string[] {
  const parsed = ips.flatMap((ip): Address[] => {
    const address = parseAddress(ip);
    return address.ok ? [address.value] : [];
  });
  return parsed.sort(compareAddresses).map(formatAddress);
}
