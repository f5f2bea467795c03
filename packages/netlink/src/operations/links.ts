// Links: list, find, create, change, delete.
import * as codec from '../codec/link.ts';
import type { Message } from '../codec/message.ts';
import type { Link, LinkChanges } from '../model/link.ts';
import type { Engine } from '../session/engine.ts';
import { findLink, listLinks, requireLink } from '../session/link-lookup.ts';
import type { RouteSocket } from '../session/route-socket.ts';
import type { NetnsRef } from '../system/namespaces.ts';
import { ipv6Sysctl } from './sysctl.ts';
import { disableTxChecksum } from './tx-checksum.ts';

export interface VethRequest {
  /** Name of the end in the caller's namespace. */
  readonly host: string;
  readonly hostMac?: string;
  /** Alias of the host end, e.g. the pod it belongs to. */
  readonly hostAlias?: string;
  /** Default true. */
  readonly hostUp?: boolean;
  /** Default true. false: the host end never speaks IPv6 by itself and has no IPv6 routes, as fits the port of a switch. */
  readonly hostIpv6?: boolean;
  /** Of both ends, unless the peer has its own. */
  readonly mtu?: number;
  readonly peer: {
    readonly name: string;
    readonly mac?: string;
    readonly mtu?: number;
    /** Absent: the caller's namespace. */
    readonly ns?: NetnsRef;
  };
}

export interface VlanRequest {
  readonly name: string;
  readonly parent: string;
  readonly id: number;
  readonly alias?: string;
  readonly up?: boolean;
}

export function links(engine: Engine, ns?: NetnsRef): Link[] {
  return engine.withSocket(ns, listLinks);
}

export function link(engine: Engine, name: string, ns?: NetnsRef): Link | undefined {
  return engine.withSocket(ns, (socket) => findLink(socket, name));
}

export function createVeth(engine: Engine, request: VethRequest): void {
  const { host, hostMac, hostAlias: alias, hostUp = true, hostIpv6 = true, mtu, peer } = request;
  const create = (namespaceFd?: number) => {
    // IPv6 can be switched off only when there is a link, and must be before the link is up.
    const hostEnd = { name: host, mac: hostMac, mtu, up: hostUp && hostIpv6 };
    const peerEnd = { name: peer.name, mac: peer.mac, mtu: peer.mtu ?? mtu, namespaceFd };
    const message = codec.newVeth(hostEnd, peerEnd);
    engine.withSocket(undefined, (socket) => {
      if (hostIpv6) return createWithSettings(socket, message, host, { alias });
      socket.transact([message]);
      ipv6Sysctl(engine, undefined, host, 'disable_ipv6', '1');
      changeCreated(socket, host, { alias, up: hostUp || undefined });
    });
  };
  if (peer.ns === undefined) create();
  else engine.namespaces.withDescriptor(peer.ns, create);
}

export function createVlan(engine: Engine, request: VlanRequest, ns?: NetnsRef): void {
  const { name, parent, id, alias, up } = request;
  engine.withSocket(ns, (socket) => {
    const create = codec.newVlan({ name, up }, requireLink(socket, parent).index, id);
    createWithSettings(socket, create, name, { alias });
  });
}

/** The kernel ignores an alias at creation. Not in one send: after EEXIST it would mark somebody else's link. */
function createWithSettings(socket: RouteSocket, create: Message, name: string, settings: codec.LinkSettings): void {
  socket.transact([create]);
  changeCreated(socket, name, settings);
}

function changeCreated(socket: RouteSocket, name: string, settings: codec.LinkSettings): void {
  if (Object.values(settings).every((value) => value === undefined)) return;
  socket.transact([changeLink(name, requireLink(socket, name).index, settings)]);
}

/** kind: one without settings of its own, such as "dummy" or "bridge". */
export function createLink(engine: Engine, name: string, kind: string, ns?: NetnsRef): void {
  engine.withSocket(ns, (socket) => socket.transact([codec.newPlainLink({ name }, kind)]));
}

export function setLink(engine: Engine, name: string, changes: LinkChanges, ns?: NetnsRef): void {
  engine.withSocket(ns, (socket) => {
    const { index } = requireLink(socket, name);
    const { master, noTxChecksum, ...settings } = changes;
    if (noTxChecksum) disableTxChecksum(engine, name, ns);
    const masterIndex =
      typeof master === 'string' ? requireLink(socket, master).index : master === null ? 0 : undefined;
    const wanted = { ...settings, master: masterIndex };
    if (Object.values(wanted).some((value) => value !== undefined)) {
      socket.transact([changeLink(name, index, wanted)]);
    }
  });
}

export function addAltName(engine: Engine, name: string, altName: string, ns?: NetnsRef): void {
  changeAltName(engine, true, name, altName, ns);
}

export function deleteAltName(engine: Engine, name: string, altName: string, ns?: NetnsRef): void {
  changeAltName(engine, false, name, altName, ns);
}

function changeAltName(engine: Engine, add: boolean, name: string, altName: string, ns?: NetnsRef): void {
  const operation = `${add ? 'add' : 'delete'} alternative name ${altName} of ${name}`;
  engine.withSocket(ns, (socket) => {
    socket.transact([codec.changeAltName(operation, add, requireLink(socket, name).index, altName)]);
  });
}

function changeLink(name: string, index: number, settings: codec.LinkSettings): Message {
  const what = Object.entries(settings).flatMap(([key, value]) => (value === undefined ? [] : [`${key} ${value}`]));
  return codec.changeLink(`set link ${name} ${what.join(' ')}`, index, settings);
}
