// Socket addresses as the system calls take them (linux/netlink.h, linux/if_packet.h, linux/in.h, linux/in6.h).
import { AF_INET, AF_INET6, AF_NETLINK, AF_PACKET } from '../uapi/socket.ts';
import { decode, encode, i32, struct, u8, u16, u16be, u32 } from './struct.ts';

const SOCKADDR_NL = struct(12, { nl_family: [0, u16], nl_pid: [4, u32], nl_groups: [8, u32] });

const SOCKADDR_LL = struct(20, {
  sll_family: [0, u16],
  sll_protocol: [2, u16be],
  sll_ifindex: [4, i32],
  sll_hatype: [8, u16],
  sll_pkttype: [10, u8],
  sll_halen: [11, u8],
});
const SLL_ADDR = 12;
const NO_MAC = new Uint8Array();

const SOCKADDR_IN = struct(16, { sin_family: [0, u16], sin_port: [2, u16be] });
const SIN_ADDR = 4;

const SOCKADDR_IN6 = struct(28, { sin6_family: [0, u16], sin6_port: [2, u16be], sin6_scope_id: [24, u32] });
const SIN6_ADDR = 8;

/** Multicast groups by their RTNLGRP_* numbers, all below 32. */
export function netlinkAddress(groups: readonly number[]): Uint8Array {
  const mask = groups.reduce((bits, group) => bits | (1 << (group - 1)), 0);
  return encode(SOCKADDR_NL, { nl_family: AF_NETLINK, nl_groups: mask >>> 0 });
}

export function linkLayerAddress(protocol: number, linkIndex: number, mac: Uint8Array = NO_MAC): Uint8Array {
  const address = encode(SOCKADDR_LL, {
    sll_family: AF_PACKET,
    sll_protocol: protocol,
    sll_ifindex: linkIndex,
    sll_halen: mac.length,
  });
  address.set(mac, SLL_ADDR);
  return address;
}

export function senderMac(address: Uint8Array): Uint8Array {
  return address.slice(SLL_ADDR, SLL_ADDR + decode(SOCKADDR_LL, address).sll_halen);
}

export function emptyLinkLayerAddress(): Uint8Array {
  return new Uint8Array(SOCKADDR_LL.size);
}

/** linkIndex: the scope of a link-local IPv6 address. */
export function internetAddress(address: Uint8Array, linkIndex = 0): Uint8Array {
  const four = address.length === 4;
  const bytes = four
    ? encode(SOCKADDR_IN, { sin_family: AF_INET })
    : encode(SOCKADDR_IN6, { sin6_family: AF_INET6, sin6_scope_id: linkIndex });
  bytes.set(address, four ? SIN_ADDR : SIN6_ADDR);
  return bytes;
}
