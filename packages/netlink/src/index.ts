// Public surface of @kube-ovn/netlink.
export { type OpenOptions, openNetlink } from './client/open-netlink.ts';
export type { Family } from './codec/ip-text.ts';
export type { ChangeAction, ChangeKind, NetlinkChange } from './model/change.ts';
export type { Link, LinkChanges } from './model/link.ts';
export type { AddressOptions, LinkAddress } from './model/link-address.ts';
export type { Neighbour, NeighbourState, StaticNeighbour } from './model/neighbour.ts';
export type {
  InstalledNextHop,
  InstalledRoute,
  NextHop,
  Route,
  RouteProtocol,
  RouteScope,
  RouteType,
} from './model/route.ts';
export type { Rule } from './model/rule.ts';
export type { Cancellable, ConflictProbe, NamedNamespaces, Netlink, NetlinkWatch, WatchOptions } from './netlink.ts';
export { type ErrnoCode, NetlinkError } from './netlink-error.ts';
export type { PodRequest } from './operations/configure-pod.ts';
export type { VethRequest, VlanRequest } from './operations/links.ts';
export type { RouteFilter } from './operations/routes.ts';
export type { AnnounceOptions } from './probes/announce.ts';
export type { PingOptions } from './probes/ping.ts';
export type { ProbeTiming } from './probes/probe-conflict.ts';
export type { ResolveOptions } from './probes/resolve-neighbour.ts';
export type { NetnsRef } from './system/namespaces.ts';
