// Codec of RTM_*NEIGH messages (struct ndmsg, linux/neighbour.h).
import type { Neighbour, NeighbourState } from '../model/neighbour.ts';
import * as nb from '../uapi/neighbour.ts';
import * as nl from '../uapi/netlink.ts';
import * as rt from '../uapi/rtnetlink.ts';
import { AF_UNSPEC } from '../uapi/socket.ts';
import { attribute, optional, readAttributes } from './attribute.ts';
import { addressFamily, addressText, familyOfConstant, parsePrefix } from './ip-text.ts';
import { macBytes, macText } from './mac-text.ts';
import { type Message, message } from './message.ts';
import { nameOf } from './named-number.ts';
import { decode, encode, i32, struct, u8, u16 } from './struct.ts';

const NDMSG = struct(12, {
  ndm_family: [0, u8],
  ndm_ifindex: [4, i32],
  ndm_state: [8, u16],
  ndm_flags: [10, u8],
  ndm_type: [11, u8],
});

export function writeNeighbour(
  operation: string,
  write: 'replace' | 'delete',
  linkIndex: number,
  address: string,
  mac?: string,
  state: NeighbourState = 'permanent',
): Message {
  const target = parsePrefix(address);
  const header = encode(NDMSG, {
    ndm_family: addressFamily(target.family),
    ndm_ifindex: linkIndex,
    ndm_state: write === 'delete' ? 0 : nb.NEIGHBOUR_STATES[state],
  });
  const [type, flags] =
    write === 'delete'
      ? [rt.RTM_DELNEIGH, nl.NLM_F_ACK]
      : [rt.RTM_NEWNEIGH, nl.NLM_F_ACK | nl.NLM_F_CREATE | nl.NLM_F_REPLACE];
  const linkLayer = optional(mac, (text) => attribute(nb.NDA_LLADDR, macBytes(text)));
  return message(operation, type, flags, header, attribute(nb.NDA_DST, target.address), ...linkLayer);
}

export function dumpNeighbours(): Message {
  return message('list neighbours', rt.RTM_GETNEIGH, nl.NLM_F_DUMP, encode(NDMSG, { ndm_family: AF_UNSPEC }));
}

/** undefined: no IP neighbour (bridge forwarding entries use the same messages). */
export function readNeighbour(payload: Uint8Array): Neighbour | undefined {
  const header = decode(NDMSG, payload);
  const family = familyOfConstant(header.ndm_family);
  if (family === undefined) return undefined;
  const attributes = readAttributes(payload, NDMSG.size);
  const address = attributes.get(nb.NDA_DST);
  if (!address) return undefined;
  const mac = attributes.get(nb.NDA_LLADDR);
  return {
    family,
    address: addressText(address),
    mac: mac && macText(mac),
    linkIndex: header.ndm_ifindex,
    state: nameOf(nb.NEIGHBOUR_STATES, header.ndm_state) ?? 'none',
    router: (header.ndm_flags & nb.NTF_ROUTER) !== 0,
    proxy: (header.ndm_flags & nb.NTF_PROXY) !== 0,
  };
}
