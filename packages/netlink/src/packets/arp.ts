// ARP for IPv4 over Ethernet (RFC 826), without the Ethernet header, which the packet socket adds.
import { concat, decode, encode, struct, u8, u16be } from '../codec/struct.ts';
import { ARPHRD_ETHER, ETH_ALEN, ETH_P_IP } from '../uapi/if-ether.ts';

const ARPHDR = struct(8, {
  ar_hrd: [0, u16be],
  ar_pro: [2, u16be],
  ar_hln: [4, u8],
  ar_pln: [5, u8],
  ar_op: [6, u16be],
});
const SENDER_MAC = ARPHDR.size;
const SENDER_IP = SENDER_MAC + ETH_ALEN;
const TARGET_MAC = SENDER_IP + 4;
const TARGET_IP = TARGET_MAC + ETH_ALEN;
const LENGTH = TARGET_IP + 4;

export interface Arp {
  readonly operation: number;
  readonly senderMac: Uint8Array;
  readonly senderIp: Uint8Array;
  readonly targetMac: Uint8Array;
  readonly targetIp: Uint8Array;
}

export function encodeArp(arp: Arp): Uint8Array {
  const header = encode(ARPHDR, {
    ar_hrd: ARPHRD_ETHER,
    ar_pro: ETH_P_IP,
    ar_hln: ETH_ALEN,
    ar_pln: 4,
    ar_op: arp.operation,
  });
  return concat([header, arp.senderMac, arp.senderIp, arp.targetMac, arp.targetIp]);
}

/** undefined: not an ARP packet of this kind; the network may send anything. Padding after it is allowed. */
export function decodeArp(packet: Uint8Array): Arp | undefined {
  if (packet.length < LENGTH) return undefined;
  const header = decode(ARPHDR, packet);
  if (header.ar_hrd !== ARPHRD_ETHER || header.ar_pro !== ETH_P_IP) return undefined;
  if (header.ar_hln !== ETH_ALEN || header.ar_pln !== 4) return undefined;
  return {
    operation: header.ar_op,
    senderMac: packet.slice(SENDER_MAC, SENDER_IP),
    senderIp: packet.slice(SENDER_IP, TARGET_MAC),
    targetMac: packet.slice(TARGET_MAC, TARGET_IP),
    targetIp: packet.slice(TARGET_IP, LENGTH),
  };
}
