// The routes of the node into the pod network, as a comparison: what is wanted, what the kernel has, what is to be done. Pure.

import { type Cidr, cidrContains, type Family, formatCidr, parseAddress, parseCidr } from '@kube-ovn/ipam';
import type { InstalledRoute, Route } from '@kube-ovn/netlink';
import { isOverlay, type SubnetRecord } from '../kube/subnet-record.ts';
import type { JoinNetwork } from './join.ts';

export const NODE_LINK = 'ovn0';

export interface RouteFacts {
  readonly join: JoinNetwork;
  readonly subnets: Iterable<SubnetRecord>;
  readonly clusterRouter: string;
  readonly nodeSwitch: string;
  /** InternalIP of the node per family, when it is on a link of the node. */
  readonly sources: Readonly<Partial<Record<Family, string>>>;
  /** Every InternalIP: a subnet that contains one is not routed away from under it. */
  readonly internalIps: readonly string[];
}

export function wantedRoutes(facts: RouteFacts): Route[] {
  const cidrs = [...facts.subnets].filter((subnet) => isRouted(subnet, facts)).flatMap((subnet) => subnet.cidrs);
  const own = facts.internalIps.flatMap((ip) => {
    const address = parseAddress(ip);
    return address.ok ? [address.value] : [];
  });
  const unique = new Map<string, Cidr>(cidrs.map((cidr) => [formatCidr(cidr), cidr]));
  return [...unique].flatMap(([destination, cidr]): Route[] => {
    const join = facts.join.addresses.find(({ family }) => family === cidr.family);
    if (!join || join.block === destination || own.some((address) => cidrContains(cidr, address))) return [];
    const source = facts.sources[cidr.family];
    return [{ family: cidr.family, destination, gateway: join.gateway, link: NODE_LINK, source, protocol: 'static' }];
  });
}

export interface RouteChanges {
  readonly replace: readonly Route[];
  readonly remove: readonly InstalledRoute[];
}

export function compareRoutes(wanted: readonly Route[], installed: readonly InstalledRoute[]): RouteChanges {
  const wantedBy = new Map(wanted.map((route) => [keyOf(route), route]));
  const right = new Set<string>();
  const remove: InstalledRoute[] = [];
  for (const route of installed) {
    const wish = wantedBy.get(keyOf(route));
    if (route.link === NODE_LINK) {
      if (wish && isEqual(wish, route)) right.add(keyOf(wish));
      else if (isManaged(route)) remove.push(route);
    } else if (wish) {
      // Somebody gave the same destination another way with the same source: that is a choice, any other is in the way.
      if (route.source !== undefined && route.source === wish.source) right.add(keyOf(wish));
      else if (route.metric <= (wish.metric ?? defaultMetric(wish.family))) remove.push(route);
    }
  }
  return { replace: wanted.filter((route) => !right.has(keyOf(route))), remove };
}

/** Routes on ovn0 that nobody but this daemon makes. */
function isManaged({ destination, scope, family, protocol }: InstalledRoute): boolean {
  if (destination === undefined || scope === 'link' || protocol === 'kernel') return false;
  const cidr = parseCidr(destination);
  return cidr.ok && !(family === 6 && destination.startsWith('fe80:')) && !destination.startsWith('ff');
}

function isRouted(subnet: SubnetRecord, { clusterRouter, nodeSwitch }: RouteFacts): boolean {
  if (subnet.vpc !== clusterRouter || !subnet.validated || subnet.terminating) return false;
  if (subnet.metadata.name === nodeSwitch) return false;
  return isOverlay(subnet) || (subnet.u2oInterconnection && subnet.enableLb === false);
}

function isEqual(wish: Route, route: InstalledRoute): boolean {
  return route.gateway === wish.gateway && route.source === wish.source && route.nextHops === undefined && !route.dead;
}

function keyOf({ family, destination }: Route): string {
  return `${family} ${destination}`;
}

function defaultMetric(family: Family): number {
  return family === 4 ? 0 : 1024;
}
