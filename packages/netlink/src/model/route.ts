// A route, as asked for and as reported. The family is a field, so no caller has to guess it from a CIDR (case L1).
import type { Family } from '../codec/ip-text.ts';
import type { ROUTE_PROTOCOLS, ROUTE_TYPES, SCOPES } from '../uapi/rtnetlink.ts';

export type RouteType = keyof typeof ROUTE_TYPES;
export type RouteScope = keyof typeof SCOPES | number;
export type RouteProtocol = keyof typeof ROUTE_PROTOCOLS | number;

export interface Route {
  readonly family: Family;
  /** CIDR; absent is the default route. */
  readonly destination?: string;
  readonly gateway?: string;
  /** Name of the outgoing link. */
  readonly link?: string;
  /** Preferred source address of packets sent by this host. */
  readonly source?: string;
  /** Priority; lower wins. Absent: 0 for IPv4, the kernel's 1024 for IPv6. */
  readonly metric?: number;
  /** Default 254, main. */
  readonly table?: number;
  /** Default "boot" when written, like `ip route`. */
  readonly protocol?: RouteProtocol;
  /** Default when written: "global" with a gateway, else "link" for IPv4; always "global" for IPv6. */
  readonly scope?: RouteScope;
  /** Default "unicast". */
  readonly type?: RouteType;
  /** The gateway counts as on the link even if no address of the link covers it. */
  readonly onLink?: boolean;
  readonly mtu?: number;
  readonly advertisedMss?: number;
  /** More than one way out, instead of gateway and link. */
  readonly nextHops?: readonly NextHop[];
}

export interface NextHop {
  readonly gateway?: string;
  /** Of the link, by name; absent is allowed with a gateway that only one link reaches. */
  readonly link?: string;
  /** 1..256, default 1. */
  readonly weight?: number;
  readonly onLink?: boolean;
}

export interface InstalledNextHop extends NextHop {
  readonly linkIndex: number;
  readonly weight: number;
  readonly onLink: boolean;
}

/** A route as the kernel holds it: every default is spelled out. */
export interface InstalledRoute extends Route {
  readonly metric: number;
  readonly table: number;
  readonly protocol: RouteProtocol;
  readonly scope: RouteScope;
  readonly type: RouteType;
  readonly onLink: boolean;
  readonly linkIndex?: number;
  readonly nextHops?: readonly InstalledNextHop[];
  /** The link is down or has no carrier: the kernel does not use this route now. */
  readonly dead: boolean;
}
