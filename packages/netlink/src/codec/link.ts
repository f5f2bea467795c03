// Codec of RTM_*LINK messages (struct ifinfomsg, linux/rtnetlink.h; IFLA_* of linux/if_link.h).
import type { Link } from '../model/link.ts';
import * as il from '../uapi/if-link.ts';
import * as nl from '../uapi/netlink.ts';
import * as rt from '../uapi/rtnetlink.ts';
import {
  attribute,
  listAttributes,
  nested,
  optional,
  readAttributes,
  readString,
  stringAttribute,
  u32Attribute,
} from './attribute.ts';
import { macBytes, macText } from './mac-text.ts';
import { type Message, message } from './message.ts';
import { decode, encode, i32, readScalar, scalarBytes, struct, u8, u16, u32 } from './struct.ts';

const IFINFOMSG = struct(16, {
  ifi_family: [0, u8],
  ifi_type: [2, u16],
  ifi_index: [4, i32],
  ifi_flags: [8, u32],
  ifi_change: [12, u32],
});

const NEW_ONLY = nl.NLM_F_CREATE | nl.NLM_F_EXCL;

/** The settings of a link that fit in one RTM_NEWLINK or RTM_SETLINK. */
export interface LinkSettings {
  readonly name?: string;
  readonly mac?: string;
  readonly mtu?: number;
  readonly txQueueLength?: number;
  readonly alias?: string;
  readonly up?: boolean;
  /** Index of the new master, 0 for none. */
  readonly master?: number;
}

export interface PeerSettings extends LinkSettings {
  readonly name: string;
  /** Open descriptor of the namespace in which the peer is born. */
  readonly namespaceFd?: number;
}

/** Both ends in one message: the peer is never moved, which would cost an RCU grace period (about 15 ms). */
export function newVeth(host: LinkSettings & { name: string }, peer: PeerSettings): Message {
  const peerInfo = nested(
    il.VETH_INFO_PEER,
    header(0, peer.up),
    ...settings(peer),
    ...optional(peer.namespaceFd, (fd) => u32Attribute(il.IFLA_NET_NS_FD, fd)),
  );
  return newLink(`create veth ${host.name} with peer ${peer.name}`, host, 'veth', peerInfo);
}

export function newVlan(link: LinkSettings & { name: string }, parentIndex: number, vlanId: number): Message {
  const id = attribute(il.IFLA_VLAN_ID, scalarBytes(u16, vlanId));
  return newLink(`create vlan ${link.name}`, link, 'vlan', id, u32Attribute(il.IFLA_LINK, parentIndex));
}

/** A link of a kind without settings of its own: "dummy", "bridge". */
export function newPlainLink(link: LinkSettings & { name: string }, kind: string): Message {
  return newLink(`create ${kind} ${link.name}`, link, kind, undefined);
}

function newLink(
  operation: string,
  link: LinkSettings,
  kind: string,
  data: Uint8Array | undefined,
  ...more: Uint8Array[]
): Message {
  const info = nested(
    il.IFLA_LINKINFO,
    stringAttribute(il.IFLA_INFO_KIND, kind),
    ...optional(data, (bytes) => nested(il.IFLA_INFO_DATA, bytes)),
  );
  return message(
    operation,
    rt.RTM_NEWLINK,
    nl.NLM_F_ACK | NEW_ONLY,
    header(0, link.up),
    ...settings(link),
    ...more,
    info,
  );
}

export function changeLink(operation: string, index: number, changes: LinkSettings): Message {
  return message(operation, rt.RTM_SETLINK, nl.NLM_F_ACK, header(index, changes.up), ...settings(changes));
}

/** By name in one message: no other link can take an index in between. */
export function dropLink(operation: string, name: string): Message {
  return message(operation, rt.RTM_DELLINK, nl.NLM_F_ACK, header(0, undefined), nameAttribute(name));
}

export function moveToGroup(operation: string, name: string, group: number): Message {
  const groupAttribute = u32Attribute(il.IFLA_GROUP, group);
  return message(operation, rt.RTM_SETLINK, nl.NLM_F_ACK, header(0, undefined), nameAttribute(name), groupAttribute);
}

/** All links of a group at once: they share one RCU grace period. */
export function dropLinkGroup(operation: string, group: number): Message {
  return message(operation, rt.RTM_DELLINK, nl.NLM_F_ACK, header(0, undefined), u32Attribute(il.IFLA_GROUP, group));
}

export function changeAltName(operation: string, add: boolean, index: number, altName: string): Message {
  const type = add ? rt.RTM_NEWLINKPROP : rt.RTM_DELLINKPROP;
  const flags = add ? nl.NLM_F_ACK | NEW_ONLY | nl.NLM_F_APPEND : nl.NLM_F_ACK;
  const list = nested(il.IFLA_PROP_LIST | nl.NLA_F_NESTED, stringAttribute(il.IFLA_ALT_IFNAME, altName));
  return message(operation, type, flags, header(index, undefined), list);
}

const SKIP_STATISTICS = u32Attribute(il.IFLA_EXT_MASK, rt.RTEXT_FILTER_SKIP_STATS);

export function getLinkByName(name: string): Message {
  return message(`find link ${name}`, rt.RTM_GETLINK, 0, header(0, undefined), nameAttribute(name), SKIP_STATISTICS);
}

function nameAttribute(name: string): Uint8Array {
  return stringAttribute(name.length < il.IFNAMSIZ ? il.IFLA_IFNAME : il.IFLA_ALT_IFNAME, name);
}

export function getLinkByIndex(index: number): Message {
  return message(`find link ${index}`, rt.RTM_GETLINK, 0, header(index, undefined), SKIP_STATISTICS);
}

export function dumpLinks(): Message {
  return message('list links', rt.RTM_GETLINK, nl.NLM_F_DUMP, header(0, undefined), SKIP_STATISTICS);
}

export function readLink(payload: Uint8Array): Link {
  const info = decode(IFINFOMSG, payload);
  const attributes = readAttributes(payload, IFINFOMSG.size);
  const number = (type: number) => {
    const bytes = attributes.get(type);
    return bytes && readScalar(u32, bytes);
  };
  const state = attributes.get(il.IFLA_OPERSTATE);
  const mac = attributes.get(il.IFLA_ADDRESS);
  const alias = attributes.get(il.IFLA_IFALIAS);
  const namespaceId = attributes.get(il.IFLA_LINK_NETNSID);
  return {
    index: info.ifi_index,
    name: readString(attributes.get(il.IFLA_IFNAME) ?? new Uint8Array()),
    altNames: readAltNames(attributes.get(il.IFLA_PROP_LIST)),
    ...readKind(attributes.get(il.IFLA_LINKINFO)),
    type: info.ifi_type,
    mac: mac && macText(mac),
    mtu: number(il.IFLA_MTU) ?? 0,
    up: (info.ifi_flags & il.IFF_UP) !== 0,
    running: (info.ifi_flags & il.IFF_RUNNING) !== 0,
    carrier: (info.ifi_flags & il.IFF_LOWER_UP) !== 0,
    loopback: (info.ifi_flags & il.IFF_LOOPBACK) !== 0,
    operationalState: il.OPERATIONAL_STATES[state ? readScalar(u8, state) : 0] ?? 'unknown',
    txQueueLength: number(il.IFLA_TXQLEN) ?? 0,
    alias: alias && readString(alias),
    master: number(il.IFLA_MASTER),
    parent: number(il.IFLA_LINK),
    peerNamespaceId: namespaceId && readScalar(i32, namespaceId),
    flags: info.ifi_flags,
  };
}

function readKind(info: Uint8Array | undefined): { kind?: string; vlanId?: number } {
  if (!info) return {};
  const attributes = readAttributes(info);
  const name = attributes.get(il.IFLA_INFO_KIND);
  if (!name) return {};
  const kind = readString(name);
  const data = attributes.get(il.IFLA_INFO_DATA);
  if (kind !== 'vlan' || !data) return { kind };
  const id = readAttributes(data).get(il.IFLA_VLAN_ID);
  return { kind, vlanId: id && readScalar(u16, id) };
}

function readAltNames(list: Uint8Array | undefined): string[] {
  if (!list) return [];
  return listAttributes(list).flatMap(({ type, payload }) =>
    type === il.IFLA_ALT_IFNAME ? [readString(payload)] : [],
  );
}

function header(index: number, up: boolean | undefined): Uint8Array {
  if (up === undefined) return encode(IFINFOMSG, { ifi_index: index });
  return encode(IFINFOMSG, { ifi_index: index, ifi_flags: up ? il.IFF_UP : 0, ifi_change: il.IFF_UP });
}

function settings(link: LinkSettings): Uint8Array[] {
  return [
    ...optional(link.name, (name) => stringAttribute(il.IFLA_IFNAME, name)),
    ...optional(link.mac, (mac) => attribute(il.IFLA_ADDRESS, macBytes(mac))),
    ...optional(link.mtu, (mtu) => u32Attribute(il.IFLA_MTU, mtu)),
    ...optional(link.txQueueLength, (length) => u32Attribute(il.IFLA_TXQLEN, length)),
    ...optional(link.alias, (alias) => stringAttribute(il.IFLA_IFALIAS, alias)),
    ...optional(link.master, (master) => u32Attribute(il.IFLA_MASTER, master)),
  ];
}
