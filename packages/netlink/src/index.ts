// Public surface of @kube-ovn/netlink.
export { type OpenOptions, openNetlink } from './client/open-netlink.ts';
export type { Family } from './codec/ip-text.ts';
export type { Link, LinkChanges } from './model/link.ts';
export type { AddressOptions, LinkAddress } from './model/link-address.ts';
export type { Neighbour, NeighbourState, StaticNeighbour } from './model/neighbour.ts';
export type { InstalledRoute, NextHop, Route, RouteProtocol, RouteScope, RouteType } from './model/route.ts';
export type { Rule } from './model/rule.ts';
export type { NamedNamespaces, Netlink } from './netlink.ts';
export { type ErrnoCode, NetlinkError } from './netlink-error.ts';
export type { PodRequest } from './operations/configure-pod.ts';
export type { VethRequest, VlanRequest } from './operations/links.ts';
export type { RouteFilter } from './operations/routes.ts';
export type { NetnsRef } from './system/namespaces.ts';
