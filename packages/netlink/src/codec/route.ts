// Codec of RTM_*ROUTE messages (struct rtmsg and struct rtnexthop, linux/rtnetlink.h).
import type { InstalledNextHop, InstalledRoute, NextHop, Route } from '../model/route.ts';
import * as nl from '../uapi/netlink.ts';
import * as rt from '../uapi/rtnetlink.ts';
import { align, attribute, nested, optional, readAttributes, u32Attribute } from './attribute.ts';
import { addressBytes, addressFamily, addressText, type Family, familyOfConstant, parsePrefix } from './ip-text.ts';
import { type Message, message } from './message.ts';
import { nameOf, numberOf } from './named-number.ts';
import { concat, DecodeError, decode, encode, i32, readScalar, struct, u8, u16, u32 } from './struct.ts';

const RTMSG = struct(12, {
  rtm_family: [0, u8],
  rtm_dst_len: [1, u8],
  rtm_src_len: [2, u8],
  rtm_tos: [3, u8],
  rtm_table: [4, u8],
  rtm_protocol: [5, u8],
  rtm_scope: [6, u8],
  rtm_type: [7, u8],
  rtm_flags: [8, u32],
});

const RTNEXTHOP = struct(8, { rtnh_len: [0, u16], rtnh_flags: [2, u8], rtnh_hops: [3, u8], rtnh_ifindex: [4, i32] });

export type RouteWrite = 'add' | 'replace' | 'delete';

const WRITES = {
  add: [rt.RTM_NEWROUTE, nl.NLM_F_ACK | nl.NLM_F_CREATE | nl.NLM_F_EXCL],
  replace: [rt.RTM_NEWROUTE, nl.NLM_F_ACK | nl.NLM_F_CREATE | nl.NLM_F_REPLACE],
  delete: [rt.RTM_DELROUTE, nl.NLM_F_ACK],
} as const;

/** `indexOf`: the index of a link of the same namespace. */
export function writeRoute(
  operation: string,
  write: RouteWrite,
  route: Route,
  indexOf: (link: string) => number,
): Message {
  const [type, flags] = WRITES[write];
  const destination = route.destination === undefined ? undefined : parsePrefix(route.destination);
  const gateways = (route.nextHops ?? []).map(({ gateway }) => gateway);
  for (const text of [route.destination, route.gateway, route.source, ...gateways]) {
    if (text !== undefined && parsePrefix(text).family !== route.family) {
      throw new RangeError(`"${text}" is not IPv${route.family}, but the route is`);
    }
  }
  const table = route.table ?? rt.RT_TABLE_MAIN;
  const header = encode(RTMSG, {
    rtm_family: addressFamily(route.family),
    rtm_dst_len: destination?.length ?? 0,
    rtm_table: table < 256 ? table : rt.RT_TABLE_UNSPEC,
    rtm_flags: route.onLink ? rt.RTNH_F_ONLINK : 0,
    ...(write === 'delete' ? matchFields(route) : creationFields(route)),
  });
  return message(
    operation,
    type,
    flags,
    header,
    u32Attribute(rt.RTA_TABLE, table),
    ...optional(destination, (prefix) => attribute(rt.RTA_DST, prefix.address)),
    ...optional(route.gateway, (gateway) => attribute(rt.RTA_GATEWAY, addressBytes(gateway))),
    ...optional(route.link, (link) => u32Attribute(rt.RTA_OIF, indexOf(link))),
    ...optional(route.nextHops, (hops) => attribute(rt.RTA_MULTIPATH, nextHopsBytes(hops, indexOf))),
    ...optional(route.source, (source) => attribute(rt.RTA_PREFSRC, addressBytes(source))),
    ...optional(route.metric, (metric) => u32Attribute(rt.RTA_PRIORITY, metric)),
    ...(write === 'delete' ? [] : metrics(route)),
  );
}

function creationFields(route: Route) {
  return {
    rtm_protocol: numberOf(rt.ROUTE_PROTOCOLS, route.protocol ?? 'boot'),
    rtm_scope: numberOf(rt.SCOPES, route.scope ?? defaultScope(route)),
    rtm_type: rt.ROUTE_TYPES[route.type ?? 'unicast'],
  };
}

/** What is not given must match anything; "nowhere" is the scope that does. */
function matchFields(route: Route) {
  return {
    rtm_protocol: numberOf(rt.ROUTE_PROTOCOLS, route.protocol ?? 'unspec'),
    rtm_scope: numberOf(rt.SCOPES, route.scope ?? 'nowhere'),
    rtm_type: route.type === undefined ? 0 : rt.ROUTE_TYPES[route.type],
  };
}

function defaultScope(route: Route): keyof typeof rt.SCOPES {
  if (route.family === 6) return 'global';
  if (route.type === 'local') return 'host';
  return route.gateway === undefined && !route.nextHops && (route.type ?? 'unicast') === 'unicast' ? 'link' : 'global';
}

function nextHopsBytes(hops: readonly NextHop[], indexOf: (link: string) => number): Uint8Array {
  return concat(
    hops.map(({ gateway, link, weight = 1, onLink }) => {
      const attributes = concat(optional(gateway, (text) => attribute(rt.RTA_GATEWAY, addressBytes(text))));
      const header = encode(RTNEXTHOP, {
        rtnh_len: RTNEXTHOP.size + attributes.length,
        rtnh_flags: onLink ? rt.RTNH_F_ONLINK : 0,
        rtnh_hops: weight - 1,
        rtnh_ifindex: link === undefined ? 0 : indexOf(link),
      });
      return concat([header, attributes]);
    }),
  );
}

function metrics(route: Route): Uint8Array[] {
  const values = [
    ...optional(route.mtu, (mtu) => u32Attribute(rt.RTAX_MTU, mtu)),
    ...optional(route.advertisedMss, (mss) => u32Attribute(rt.RTAX_ADVMSS, mss)),
  ];
  return values.length === 0 ? [] : [nested(rt.RTA_METRICS, ...values)];
}

/** table 0 and linkIndex 0 stand for all. */
export function dumpRoutes(family: Family, table: number, linkIndex: number): Message {
  const header = encode(RTMSG, { rtm_family: addressFamily(family) });
  const filters = [
    ...(table === 0 ? [] : [u32Attribute(rt.RTA_TABLE, table)]),
    ...(linkIndex === 0 ? [] : [u32Attribute(rt.RTA_OIF, linkIndex)]),
  ];
  return message('list routes', rt.RTM_GETROUTE, nl.NLM_F_DUMP, header, ...filters);
}

/** undefined: a family we do not speak, or a cached clone. */
export function readRoute(payload: Uint8Array): InstalledRoute | undefined {
  const header = decode(RTMSG, payload);
  const family = familyOfConstant(header.rtm_family);
  const type = nameOf(rt.ROUTE_TYPES, header.rtm_type);
  if (family === undefined || type === undefined || (header.rtm_flags & rt.RTM_F_CLONED) !== 0) return undefined;
  const attributes = readAttributes(payload, RTMSG.size);
  const number = (key: number) => {
    const bytes = attributes.get(key);
    return bytes && readScalar(u32, bytes);
  };
  const destination = attributes.get(rt.RTA_DST);
  const source = attributes.get(rt.RTA_PREFSRC);
  const multipath = attributes.get(rt.RTA_MULTIPATH);
  return {
    family,
    destination: destination && `${addressText(destination)}/${header.rtm_dst_len}`,
    gateway: readGateway(attributes),
    linkIndex: number(rt.RTA_OIF),
    source: source && addressText(source),
    metric: number(rt.RTA_PRIORITY) ?? 0,
    table: number(rt.RTA_TABLE) ?? header.rtm_table,
    protocol: nameOf(rt.ROUTE_PROTOCOLS, header.rtm_protocol) ?? header.rtm_protocol,
    scope: nameOf(rt.SCOPES, header.rtm_scope) ?? header.rtm_scope,
    type,
    onLink: (header.rtm_flags & rt.RTNH_F_ONLINK) !== 0,
    dead: (header.rtm_flags & (rt.RTNH_F_DEAD | rt.RTNH_F_LINKDOWN)) !== 0,
    ...readMetrics(attributes.get(rt.RTA_METRICS)),
    nextHops: multipath && readNextHops(multipath),
  };
}

function readMetrics(bytes: Uint8Array | undefined): { mtu?: number; advertisedMss?: number } {
  if (!bytes) return {};
  const attributes = readAttributes(bytes);
  const mtu = attributes.get(rt.RTAX_MTU);
  const mss = attributes.get(rt.RTAX_ADVMSS);
  return { mtu: mtu && readScalar(u32, mtu), advertisedMss: mss && readScalar(u32, mss) };
}

function readNextHops(bytes: Uint8Array): InstalledNextHop[] {
  const hops: InstalledNextHop[] = [];
  let at = 0;
  while (at < bytes.length) {
    const hop = decode(RTNEXTHOP, bytes, at);
    if (hop.rtnh_len < RTNEXTHOP.size || at + hop.rtnh_len > bytes.length) {
      throw new DecodeError(`next hop claims ${hop.rtnh_len} of ${bytes.length - at} bytes`);
    }
    hops.push({
      gateway: readGateway(readAttributes(bytes.subarray(at, at + hop.rtnh_len), RTNEXTHOP.size)),
      linkIndex: hop.rtnh_ifindex,
      weight: hop.rtnh_hops + 1,
      onLink: (hop.rtnh_flags & rt.RTNH_F_ONLINK) !== 0,
    });
    at += align(hop.rtnh_len);
  }
  return hops;
}

/** RTA_VIA is a gateway of another family: struct rtvia, a 16 bit family and the address. */
function readGateway(attributes: ReadonlyMap<number, Uint8Array>): string | undefined {
  const gateway = attributes.get(rt.RTA_GATEWAY);
  if (gateway) return addressText(gateway);
  const via = attributes.get(rt.RTA_VIA);
  return via && addressText(via.subarray(2));
}
