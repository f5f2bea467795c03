// This node's place on the join network, as the controller wrote it on the Node.

import { ANNOTATIONS } from '@kube-ovn/crds';
import { type Cidr, type Family, formatAddress, formatCidr, parseAddress, parseCidr } from '@kube-ovn/ipam';
import type { NodeRecord } from '../kube/node-record.ts';

export interface JoinNetwork {
  /** Name of the switch port. */
  readonly portName: string;
  readonly mac: string;
  readonly addresses: readonly JoinAddress[];
}

export interface JoinAddress {
  readonly family: Family;
  readonly ip: string;
  /** With prefix length. */
  readonly cidr: string;
  /** The join network itself. */
  readonly block: string;
  readonly gateway: string;
}

/** undefined as long as the controller has not written all of it. */
export function joinNetwork(node: NodeRecord | undefined): JoinNetwork | undefined {
  const { annotations = {} } = node ?? {};
  const portName = annotations[ANNOTATIONS.portName] ?? '';
  const mac = annotations[ANNOTATIONS.macAddress] ?? '';
  const cidrs = list(annotations[ANNOTATIONS.cidr]).flatMap((text) => present(parseCidr(text)));
  const gateways = list(annotations[ANNOTATIONS.gateway]).flatMap((text) => present(parseAddress(text)));
  const addresses = list(annotations[ANNOTATIONS.ipAddress]).flatMap((text): JoinAddress[] => {
    const [address] = present(parseAddress(text));
    const cidr = cidrs.find((each: Cidr) => each.family === address?.family);
    const gateway = gateways.find((each) => each.family === address?.family);
    if (!address || !cidr || !gateway) return [];
    const ip = formatAddress(address);
    return [
      {
        family: address.family,
        ip,
        cidr: `${ip}/${cidr.prefixLength}`,
        block: formatCidr(cidr),
        gateway: formatAddress(gateway),
      },
    ];
  });
  if (portName === '' || mac === '' || addresses.length === 0) return undefined;
  return { portName, mac: mac.toLowerCase(), addresses };
}

function present<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false }): T[] {
  return result.ok ? [result.value] : [];
}

function list(text = ''): string[] {
  return text.split(',').flatMap((part) => part.trim() || []);
}
