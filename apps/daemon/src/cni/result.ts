// The answer to an ADD, from what is wanted and from the routes that the kernel really has.

import type { InstalledRoute } from '@kube-ovn/netlink';
import type { PodNetwork } from './pod-network.ts';

export interface CniResponse {
  readonly ips: readonly CniAddress[];
  readonly mac_address: string;
  readonly routes: readonly { readonly dst: string; readonly gw: string }[];
  readonly mtu: number;
  readonly nicname: string;
  readonly dns?: unknown;
}

export interface CniAddress {
  readonly protocol: 'IPv4' | 'IPv6';
  readonly ip: string;
  readonly cidr: string;
  /** Only when this interface has the default route of the pod. */
  readonly gateway: string;
}

export function cniResponse(
  network: PodNetwork,
  link: { readonly name: string; readonly mac: string; readonly mtu: number },
  routes: readonly InstalledRoute[],
  dns: unknown,
): CniResponse {
  return {
    ips: network.addresses.map(({ family, ip, subnet, gateway }) => ({
      protocol: family === 4 ? 'IPv4' : 'IPv6',
      ip,
      cidr: subnet,
      gateway: network.ownsDefaultRoute ? (gateway ?? '') : '',
    })),
    mac_address: link.mac,
    routes: routes.flatMap(reported),
    mtu: link.mtu,
    nicname: link.name,
    ...(dns !== undefined && { dns }),
  };
}

function reported(route: InstalledRoute): { dst: string; gw: string }[] {
  const dst = route.destination ?? (route.family === 4 ? '0.0.0.0/0' : '::/0');
  const linkLocalHost = route.family === 6 && dst.startsWith('fe80:') && dst.endsWith('/128');
  return route.type !== 'unicast' || linkLocalHost ? [] : [{ dst, gw: route.gateway ?? '' }];
}
