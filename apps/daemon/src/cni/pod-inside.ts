// What goes into the pod's namespace: address, MAC, routes. Pure: the request to netlink, and the routes that may fail.

import type { PodRequest as InsideRequest, Route } from '@kube-ovn/netlink';
import type { SubnetRecord } from '../kube/subnet-record.ts';
import type { PodNetwork } from './pod-network.ts';

export interface InsideFacts {
  readonly network: PodNetwork;
  readonly subnet: SubnetRecord | undefined;
  readonly netns: string;
  readonly ifName: string;
  readonly mtu: number | undefined;
  readonly userspace: boolean;
}

export interface Inside {
  readonly request: InsideRequest;
  /** Routes that users wrote: a bad one is skipped and does not fail the pod. */
  readonly extra: readonly Route[];
}

export function podInside({ network, subnet, netns, ifName, mtu, userspace }: InsideFacts): Inside {
  const own: Route[] = network.routes.map(({ family, destination, gateway }) => ({
    family,
    destination,
    gateway,
    link: ifName,
  }));
  const routes = network.addresses.flatMap(({ family, gateway }): Route[] => {
    const via = u2oGateway(subnet, family) ?? gateway;
    const replaced = own.some((route) => route.family === family && route.destination === undefined);
    return network.ownsDefaultRoute && via && !replaced ? [{ family, gateway: via, link: ifName }] : [];
  });
  return {
    request: {
      ns: netns,
      link: ifName,
      mac: network.mac || undefined,
      mtu,
      // Duplicates are looked for by our own probe, which runs beside: the kernel's would keep the address unusable.
      addresses: network.addresses.map(({ cidr }) => ({ cidr, noDad: true })),
      routes,
      // A pod without IPv6 would otherwise solicit routers and report groups, flooded to every port of its subnet.
      ipv6LinkLocal: network.addresses.some(({ family }) => family === 6),
      loopback: true,
      noTxChecksum: userspace,
      exactAddresses: true,
    },
    extra: own,
  };
}

/** With U2O interconnection pods leave by the VPC's router and not by the physical gateway. */
export function u2oGateway(subnet: SubnetRecord | undefined, family: 4 | 6): string | undefined {
  if (!subnet?.u2oInterconnection) return undefined;
  return subnet.u2oInterconnectionIps.find((ip) => ip.includes(':') === (family === 6));
}
