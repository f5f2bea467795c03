// Netlink messages (struct nlmsghdr, linux/netlink.h): framing of requests, splitting and judging of replies.
import * as nl from '../uapi/netlink.ts';
import { align, readAttributes, readString } from './attribute.ts';
import { concat, DecodeError, decode, encode, i32, struct, u16, u32 } from './struct.ts';

const NLMSGHDR = struct(16, {
  nlmsg_len: [0, u32],
  nlmsg_type: [4, u16],
  nlmsg_flags: [6, u16],
  nlmsg_seq: [8, u32],
  nlmsg_pid: [12, u32],
});

/** One thing asked of the kernel; `operation` is the text by which its failure is reported. */
export interface Message {
  readonly operation: string;
  readonly type: number;
  readonly flags: number;
  readonly body: Uint8Array;
}

export interface Reply {
  readonly type: number;
  readonly flags: number;
  readonly sequence: number;
  readonly payload: Uint8Array;
}

export function message(operation: string, type: number, flags: number, ...body: readonly Uint8Array[]): Message {
  return { operation, type, flags, body: concat(body) };
}

export function frame(request: Message, sequence: number, extraFlags: number): Uint8Array {
  const length = NLMSGHDR.size + request.body.length;
  const bytes = new Uint8Array(align(length));
  const flags = nl.NLM_F_REQUEST | request.flags | extraFlags;
  bytes.set(encode(NLMSGHDR, { nlmsg_len: length, nlmsg_type: request.type, nlmsg_flags: flags, nlmsg_seq: sequence }));
  bytes.set(request.body, NLMSGHDR.size);
  return bytes;
}

export function splitReplies(datagram: Uint8Array): Reply[] {
  const replies: Reply[] = [];
  let at = 0;
  while (at < datagram.length) {
    const header = decode(NLMSGHDR, datagram, at);
    const end = at + header.nlmsg_len;
    if (header.nlmsg_len < NLMSGHDR.size || end > datagram.length) {
      throw new DecodeError(`message claims ${header.nlmsg_len} of ${datagram.length - at} bytes`);
    }
    replies.push({
      type: header.nlmsg_type,
      flags: header.nlmsg_flags,
      sequence: header.nlmsg_seq,
      payload: datagram.subarray(at + NLMSGHDR.size, end),
    });
    at = align(end);
  }
  return replies;
}

/** errno of an NLMSG_ERROR or NLMSG_DONE reply (0: it is an acknowledgement) and the kernel's own words, if any. */
export function readVerdict(reply: Reply): { errno: number; text?: string } {
  const { error } = decode(struct(4, { error: [0, i32] }), reply.payload);
  const text = (reply.flags & nl.NLM_F_ACK_TLVS) === 0 ? undefined : readExtendedAck(reply);
  return { errno: 0 - error, text };
}

function readExtendedAck(reply: Reply): string | undefined {
  const words = readAttributes(reply.payload, extendedAckOffset(reply)).get(nl.NLMSGERR_ATTR_MSG);
  return words && readString(words);
}

function extendedAckOffset(reply: Reply): number {
  if (reply.type === nl.NLMSG_DONE) return 4;
  if ((reply.flags & nl.NLM_F_CAPPED) !== 0) return 4 + NLMSGHDR.size;
  return 4 + align(decode(NLMSGHDR, reply.payload, 4).nlmsg_len);
}
