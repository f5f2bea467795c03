// Neighbour solicitations and advertisements (RFC 4861) as whole IPv6 packets, without the Ethernet header.
import { concat, decode, encode, struct, u8, u16be, u32be } from '../codec/struct.ts';
import * as icmp from '../uapi/icmp.ts';
import { internetChecksum } from './checksum.ts';

const IPV6HDR = struct(40, { version: [0, u32be], payload_len: [4, u16be], nexthdr: [6, u8], hop_limit: [7, u8] });
const SOURCE = 8;
const DESTINATION = 24;
const VERSION_6 = 0x60000000;

/** Solicitation and advertisement alike: type, code, checksum, flags, target. */
const ND_MESSAGE = struct(24, { type: [0, u8], code: [1, u8], checksum: [2, u16be], flags: [4, u32be] });
const TARGET = 8;

/** Options are counted in units of eight bytes; a link-layer address of six fills exactly one. */
const OPTION_UNIT = 8;

const ALL_NODES = Uint8Array.of(0xff, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1);
const SOLICITED_NODE_PREFIX = Uint8Array.of(0xff, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xff);

export const UNSPECIFIED = new Uint8Array(16);

export interface NeighbourMessage {
  readonly kind: 'solicitation' | 'advertisement';
  readonly source: Uint8Array;
  readonly target: Uint8Array;
  /** Of the option that fits the kind, if it was there. */
  readonly linkLayer?: Uint8Array;
}

/** From the unspecified address it is a probe (RFC 4862) and must not carry our link-layer address. */
export function encodeSolicitation(source: Uint8Array, target: Uint8Array, mac: Uint8Array): Uint8Array {
  const probing = source.every((byte) => byte === 0);
  const options = probing ? new Uint8Array() : linkLayerOption(icmp.ND_OPT_SOURCE_LL_ADDR, mac);
  return packet(source, solicitedNode(target), icmp.ND_NEIGHBOR_SOLICIT, 0, target, options);
}

/** Unsolicited, to all nodes: "this address is at this MAC from now on". */
export function encodeAdvertisement(address: Uint8Array, mac: Uint8Array): Uint8Array {
  const options = linkLayerOption(icmp.ND_OPT_TARGET_LL_ADDR, mac);
  return packet(address, ALL_NODES, icmp.ND_NEIGHBOR_ADVERT, icmp.ND_NA_FLAG_OVERRIDE, address, options);
}

export function decodeNeighbourMessage(bytes: Uint8Array): NeighbourMessage | undefined {
  if (bytes.length < IPV6HDR.size + ND_MESSAGE.size) return undefined;
  const header = decode(IPV6HDR, bytes);
  const end = IPV6HDR.size + header.payload_len;
  if (header.nexthdr !== icmp.IPPROTO_ICMPV6 || header.hop_limit !== icmp.ND_HOP_LIMIT) return undefined;
  if (end > bytes.length || header.payload_len < ND_MESSAGE.size) return undefined;
  const { type, code } = decode(ND_MESSAGE, bytes, IPV6HDR.size);
  const kind = kindOf(type);
  if (code !== 0 || kind === undefined) return undefined;
  const body = bytes.subarray(IPV6HDR.size, end);
  if (internetChecksum(pseudoHeader(bytes.subarray(SOURCE, IPV6HDR.size), body.length), body) !== 0) return undefined;
  const option = kind === 'solicitation' ? icmp.ND_OPT_SOURCE_LL_ADDR : icmp.ND_OPT_TARGET_LL_ADDR;
  return {
    kind,
    source: bytes.slice(SOURCE, DESTINATION),
    target: body.slice(TARGET, ND_MESSAGE.size),
    linkLayer: findLinkLayer(body.subarray(ND_MESSAGE.size), option),
  };
}

/** The multicast Ethernet address of an IPv6 multicast address (RFC 2464). */
export function multicastMac(address: Uint8Array): Uint8Array {
  return Uint8Array.of(0x33, 0x33, ...address.subarray(12));
}

export function destinationOf(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(DESTINATION, IPV6HDR.size);
}

function kindOf(type: number): NeighbourMessage['kind'] | undefined {
  if (type === icmp.ND_NEIGHBOR_SOLICIT) return 'solicitation';
  return type === icmp.ND_NEIGHBOR_ADVERT ? 'advertisement' : undefined;
}

function packet(
  source: Uint8Array,
  destination: Uint8Array,
  type: number,
  flags: number,
  target: Uint8Array,
  options: Uint8Array,
): Uint8Array {
  const body = concat([encode(ND_MESSAGE, { type, flags }), options]);
  body.set(target, TARGET);
  const addresses = concat([source, destination]);
  body.set(
    encode(struct(2, { sum: [0, u16be] }), { sum: internetChecksum(pseudoHeader(addresses, body.length), body) }),
    2,
  );
  const header = encode(IPV6HDR, {
    version: VERSION_6,
    payload_len: body.length,
    nexthdr: icmp.IPPROTO_ICMPV6,
    hop_limit: icmp.ND_HOP_LIMIT,
  });
  header.set(addresses, SOURCE);
  return concat([header, body]);
}

/** RFC 8200 8.1 */
function pseudoHeader(addresses: Uint8Array, length: number): Uint8Array {
  const tail = encode(struct(8, { length: [0, u32be], next: [4, u32be] }), { length, next: icmp.IPPROTO_ICMPV6 });
  return concat([addresses, tail]);
}

function solicitedNode(target: Uint8Array): Uint8Array {
  return concat([SOLICITED_NODE_PREFIX, target.subarray(13)]);
}

function linkLayerOption(type: number, mac: Uint8Array): Uint8Array {
  return concat([Uint8Array.of(type, 1), mac]);
}

function findLinkLayer(options: Uint8Array, wanted: number): Uint8Array | undefined {
  for (let at = 0; at + OPTION_UNIT <= options.length; ) {
    const [type = 0, units = 0] = options.subarray(at);
    if (units === 0) return undefined;
    if (type === wanted && units === 1) return options.slice(at + 2, at + OPTION_UNIT);
    at += units * OPTION_UNIT;
  }
  return undefined;
}
