// ARP and neighbour discovery behind one face, so that resolving, probing and announcing are written once.
import { addressBytes, addressText, familyOf } from '../codec/ip-text.ts';
import { macBytes, macText } from '../codec/mac-text.ts';
import { concat, encode, struct, u8, u16, u32 } from '../codec/struct.ts';
import { type Arp, decodeArp, encodeArp } from '../packets/arp.ts';
import * as ndp from '../packets/ndp.ts';
import type { Received } from '../session/packet-socket.ts';
import * as icmp from '../uapi/icmp.ts';
import { ARPOP_REQUEST, ETH_P_ARP, ETH_P_IPV6 } from '../uapi/if-ether.ts';

/** What a packet says about who has which address. */
export interface Claim {
  readonly mac: string;
  /** The sender holds (or announces) this address. */
  readonly holds?: string;
  /** The sender is itself probing for this address. */
  readonly probes?: string;
}

export interface Outgoing {
  readonly bytes: Uint8Array;
  readonly to: Uint8Array;
}

export interface NeighbourProtocol {
  readonly etherType: number;
  readonly filter?: Uint8Array;
  /** source absent: a probe, which claims nothing. */
  question(target: string, mac: string, source?: string): Outgoing;
  announcement(address: string, mac: string): Outgoing;
  claim(packet: Received): Claim | undefined;
}

export function neighbourProtocol(address: string): NeighbourProtocol {
  const family = familyOf(address);
  if (family === undefined) throw new RangeError(`"${address}" is no IP address`);
  return family === 4 ? ARP : NEIGHBOUR_DISCOVERY;
}

const BROADCAST = new Uint8Array(6).fill(0xff);
const NO_MAC = new Uint8Array(6);
const NO_IPV4 = new Uint8Array(4);

const ARP: NeighbourProtocol = {
  etherType: ETH_P_ARP,
  question: (target, mac, source) => request(mac, source === undefined ? NO_IPV4 : addressBytes(source), target),
  announcement: (address, mac) => request(mac, addressBytes(address), address),
  claim({ bytes }) {
    const arp = decodeArp(bytes);
    return arp && claimOfArp(arp);
  },
};

function request(mac: string, senderIp: Uint8Array, target: string): Outgoing {
  const addresses = { senderMac: macBytes(mac), senderIp, targetMac: NO_MAC, targetIp: addressBytes(target) };
  return { bytes: encodeArp({ operation: ARPOP_REQUEST, ...addresses }), to: BROADCAST };
}

/** RFC 5227 1.1: a request from 0.0.0.0 is a probe; any other packet claims its sender address. */
function claimOfArp({ operation, senderMac, senderIp, targetIp }: Arp): Claim {
  const mac = macText(senderMac);
  if (senderIp.some((byte) => byte !== 0)) return { mac, holds: addressText(senderIp) };
  return operation === ARPOP_REQUEST ? { mac, probes: addressText(targetIp) } : { mac };
}

const NEIGHBOUR_DISCOVERY: NeighbourProtocol = {
  etherType: ETH_P_IPV6,
  filter: neighbourDiscoveryFilter(),
  question(target, mac, source) {
    const from = source === undefined ? ndp.UNSPECIFIED : addressBytes(source);
    return multicast(ndp.encodeSolicitation(from, addressBytes(target), macBytes(mac)));
  },
  announcement: (address, mac) => multicast(ndp.encodeAdvertisement(addressBytes(address), macBytes(mac))),
  claim({ bytes, from }) {
    const heard = ndp.decodeNeighbourMessage(bytes);
    return heard && claimOfNeighbourMessage(heard, from);
  },
};

function multicast(bytes: Uint8Array): Outgoing {
  return { bytes, to: ndp.multicastMac(ndp.destinationOf(bytes)) };
}

function claimOfNeighbourMessage(heard: ndp.NeighbourMessage, from: Uint8Array): Claim {
  const mac = macText(heard.linkLayer ?? from);
  if (heard.kind === 'advertisement') return { mac, holds: addressText(heard.target) };
  if (heard.source.some((byte) => byte !== 0)) return { mac, holds: addressText(heard.source) };
  return { mac, probes: addressText(heard.target) };
}

/** Drops everything but solicitations and advertisements in the kernel: a busy pod has much other IPv6 traffic. */
function neighbourDiscoveryFilter(): Uint8Array {
  const LOAD_BYTE = 0x30; // linux/bpf_common.h: BPF_LD | BPF_B | BPF_ABS
  const JUMP_IF_EQUAL = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
  const RETURN = 0x06; // BPF_RET | BPF_K
  const NEXT_HEADER_AT = 6;
  const ICMPV6_TYPE_AT = 40;
  const WHOLE_PACKET = 0xffff;
  const SOCK_FILTER = struct(8, { code: [0, u16], jt: [2, u8], jf: [3, u8], k: [4, u32] });
  return concat([
    encode(SOCK_FILTER, { code: LOAD_BYTE, k: NEXT_HEADER_AT }),
    encode(SOCK_FILTER, { code: JUMP_IF_EQUAL, jf: 4, k: icmp.IPPROTO_ICMPV6 }),
    encode(SOCK_FILTER, { code: LOAD_BYTE, k: ICMPV6_TYPE_AT }),
    encode(SOCK_FILTER, { code: JUMP_IF_EQUAL, jt: 1, k: icmp.ND_NEIGHBOR_SOLICIT }),
    encode(SOCK_FILTER, { code: JUMP_IF_EQUAL, jf: 1, k: icmp.ND_NEIGHBOR_ADVERT }),
    encode(SOCK_FILTER, { code: RETURN, k: WHOLE_PACKET }),
    encode(SOCK_FILTER, { code: RETURN, k: 0 }),
  ]);
}
