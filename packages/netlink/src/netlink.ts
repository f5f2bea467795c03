// The public face: what a program can ask of the network stack of a node and of the pods on it.
import type { ChangeKind, NetlinkChange } from './model/change.ts';
import type { Link, LinkChanges } from './model/link.ts';
import type { AddressOptions, LinkAddress } from './model/link-address.ts';
import type { Neighbour, StaticNeighbour } from './model/neighbour.ts';
import type { InstalledRoute, Route } from './model/route.ts';
import type { Rule } from './model/rule.ts';
import type { PodRequest } from './operations/configure-pod.ts';
import type { VethRequest, VlanRequest } from './operations/links.ts';
import type { RouteFilter } from './operations/routes.ts';
import type { AnnounceOptions } from './probes/announce.ts';
import type { PingOptions } from './probes/ping.ts';
import type { ProbeTiming } from './probes/probe-conflict.ts';
import type { ResolveOptions } from './probes/resolve-neighbour.ts';
import type { NetnsRef } from './system/namespaces.ts';

/** Refusals of the kernel reject with NetlinkError. `ns` absent is always the namespace of this process. */
export interface Netlink {
  /** Pending calls reject, watches end, the process is free to exit. */
  close(): Promise<void>;
  /** Resolves with the reason if the worker dies; from then on every call rejects. A daemon should exit then. */
  readonly failed: Promise<Error>;

  links(ns?: NetnsRef): Promise<Link[]>;
  link(name: string, ns?: NetnsRef): Promise<Link | undefined>;
  /** Both ends in one message; the peer is born in its namespace with name, MAC and MTU. EEXIST if either name is taken. */
  createVeth(request: VethRequest): Promise<void>;
  createVlan(request: VlanRequest, ns?: NetnsRef): Promise<void>;
  /** A kind without settings of its own, such as "dummy" or "bridge". */
  createLink(name: string, kind: string, ns?: NetnsRef): Promise<void>;
  /** ENODEV if there is none. Takes about 16 ms in the kernel; many at once share them. */
  deleteLink(name: string, ns?: NetnsRef): Promise<void>;
  setLink(name: string, changes: LinkChanges, ns?: NetnsRef): Promise<void>;
  addAltName(name: string, altName: string, ns?: NetnsRef): Promise<void>;
  deleteAltName(name: string, altName: string, ns?: NetnsRef): Promise<void>;

  addresses(ns?: NetnsRef, link?: string): Promise<LinkAddress[]>;
  /** EEXIST if it is there, unless `replace`. */
  addAddress(
    link: string,
    cidr: string,
    options?: AddressOptions & { replace?: boolean },
    ns?: NetnsRef,
  ): Promise<void>;
  /** EADDRNOTAVAIL if it is not there. */
  deleteAddress(link: string, cidr: string, ns?: NetnsRef): Promise<void>;

  routes(ns?: NetnsRef, filter?: RouteFilter): Promise<InstalledRoute[]>;
  addRoute(route: Route, ns?: NetnsRef): Promise<void>;
  replaceRoute(route: Route, ns?: NetnsRef): Promise<void>;
  /** ESRCH if there is none. */
  deleteRoute(route: Route, ns?: NetnsRef): Promise<void>;

  rules(ns?: NetnsRef): Promise<Rule[]>;
  addRule(rule: Rule, ns?: NetnsRef): Promise<void>;
  /** ENOENT if there is none. */
  deleteRule(rule: Rule, ns?: NetnsRef): Promise<void>;

  neighbours(ns?: NetnsRef): Promise<Neighbour[]>;
  replaceNeighbour(entry: StaticNeighbour, ns?: NetnsRef): Promise<void>;
  deleteNeighbour(link: string, address: string, ns?: NetnsRef): Promise<void>;

  /** The whole inside of a pod in one round trip to the worker. Repeatable. */
  configurePod(request: PodRequest): Promise<void>;

  /** By ARP or neighbour discovery. source undefined: ask without an address of our own. undefined: no answer in time. */
  resolveNeighbour(
    link: string,
    source: string | undefined,
    target: string,
    options: ResolveOptions & Cancellable,
  ): Promise<{ mac: string } | undefined>;
  /** RFC 5227 (IPv4) or RFC 4862 (IPv6) in the background. The link need not be up yet. */
  startConflictProbe(link: string, ip: string, ownMac: string, ns?: NetnsRef, timing?: ProbeTiming): ConflictProbe;
  /** Gratuitous ARP or unsolicited neighbour advertisement. */
  announce(link: string, ip: string, mac: string, ns?: NetnsRef, options?: AnnounceOptions): Promise<void>;
  /** ICMP echo; undefined: no answer in time. */
  ping(target: string, options: PingOptions & Cancellable): Promise<{ roundTripMs: number } | undefined>;

  /** Changes as the kernel reports them. Wait for `ready` before listing, or changes in between are missed. */
  watch(ns?: NetnsRef, options?: WatchOptions): NetlinkWatch;

  /** Reads, or writes and reads back, e.g. "net/ipv4/ip_forward". */
  sysctl(ns: NetnsRef | undefined, key: string, value?: string): Promise<string>;

  readonly netns: NamedNamespaces;
}

export interface Cancellable {
  /** Rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

export interface ConflictProbe {
  /** The MAC of another holder of the address; undefined when nobody objected, or after stop(). */
  result(): Promise<{ mac: string } | undefined>;
  stop(): void;
}

export interface WatchOptions {
  /** Default: link, address, route. */
  readonly kinds?: readonly ChangeKind[];
}

/** One reader: `for await (const change of watch)`. Leaving the loop closes the watch. */
export interface NetlinkWatch extends AsyncIterable<NetlinkChange> {
  /** From here on no change is missed. */
  readonly ready: Promise<void>;
  close(): void;
}

/** Namespaces under /run/netns, interchangeable with those of `ip netns`. */
export interface NamedNamespaces {
  /** The path, usable as NetnsRef. EEXIST if there is one. */
  createNamed(name: string): Promise<NetnsRef>;
  /** ENOENT if there is none. */
  deleteNamed(name: string): Promise<void>;
  exists(name: string): Promise<boolean>;
  list(): Promise<string[]>;
}
