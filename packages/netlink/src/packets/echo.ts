// ICMP echo (RFC 792) and ICMPv6 echo (RFC 4443), as a raw socket takes and gives them.
import type { Family } from '../codec/ip-text.ts';
import { concat, decode, encode, struct, u8, u16be } from '../codec/struct.ts';
import * as icmp from '../uapi/icmp.ts';
import { internetChecksum } from './checksum.ts';

const ECHO = struct(8, { type: [0, u8], code: [1, u8], checksum: [2, u16be], id: [4, u16be], sequence: [6, u16be] });

/** `token` comes back in the reply and tells our replies from those of other programs. */
export function encodeEchoRequest(family: Family, id: number, sequence: number, token: Uint8Array): Uint8Array {
  const type = family === 4 ? icmp.ICMP_ECHO : icmp.ICMPV6_ECHO_REQUEST;
  const unsummed = concat([encode(ECHO, { type, id, sequence }), token]);
  // For IPv6 the kernel writes the checksum, because it covers the source address that the kernel chooses.
  if (family === 6) return unsummed;
  return concat([encode(ECHO, { type, id, sequence, checksum: internetChecksum(unsummed) }), token]);
}

/** The sequence number of a reply to our request, or undefined for any other packet. */
export function echoReplySequence(
  family: Family,
  packet: Uint8Array,
  id: number,
  token: Uint8Array,
): number | undefined {
  const message = family === 4 ? withoutIpHeader(packet) : packet;
  if (message.length < ECHO.size + token.length) return undefined;
  const echo = decode(ECHO, message);
  if (echo.type !== (family === 4 ? icmp.ICMP_ECHOREPLY : icmp.ICMPV6_ECHO_REPLY) || echo.id !== id) return undefined;
  return token.every((byte, i) => message[ECHO.size + i] === byte) ? echo.sequence : undefined;
}

/** Raw IPv4 sockets deliver the IP header too; its length is in its first byte, in units of four. */
function withoutIpHeader(packet: Uint8Array): Uint8Array {
  return packet.subarray(((packet[0] ?? 0) & 0x0f) * 4);
}
