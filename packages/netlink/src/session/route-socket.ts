// One rtnetlink socket: requests out, verdicts and dumps in. The kernel answers within send(), so nothing here waits
// in practice; the receive timeout is only a guard.
import { constants } from 'node:os';
import { frame, type Message, type Reply, readVerdict, splitReplies } from '../codec/message.ts';
import { concat, encode, scalarBytes, struct, u32 } from '../codec/struct.ts';
import { type NetlinkError, netlinkError } from '../netlink-error.ts';
import type { Syscalls } from '../system/syscalls.ts';
import * as nl from '../uapi/netlink.ts';
import * as so from '../uapi/socket.ts';

const RECEIVE_TIMEOUT_S = 5;
const TIMEVAL = struct(16, { tv_sec: [0, u32], tv_usec: [8, u32] });

/** The kernel fills dumps up to 32 KiB per datagram. */
const BUFFER = new Uint8Array(64 * 1024);

/** Every message is acknowledged: more than this at once could overflow the receive queue. */
const MESSAGES_PER_SEND = 64;

/** A dump interrupted by a change is repeated this often before its last state is taken as it is. */
const DUMP_ATTEMPTS = 5;

export class RouteSocket {
  readonly #syscalls: Syscalls;
  readonly #fd: number;
  #sequence = 1;

  /** In the namespace the thread is in now; the socket stays there. */
  constructor(syscalls: Syscalls) {
    this.#syscalls = syscalls;
    this.#fd = syscalls.socket(so.AF_NETLINK, so.SOCK_RAW | so.SOCK_CLOEXEC, nl.NETLINK_ROUTE);
    if (this.#fd < 0) throw netlinkError('open netlink socket', -this.#fd);
    const on = scalarBytes(u32, 1);
    syscalls.setOption(this.#fd, so.SOL_SOCKET, so.SO_RCVTIMEO, encode(TIMEVAL, { tv_sec: RECEIVE_TIMEOUT_S }));
    // Best effort: without these (old kernels) only error texts and kernel-side filters are lost.
    for (const option of [nl.NETLINK_CAP_ACK, nl.NETLINK_EXT_ACK, nl.NETLINK_GET_STRICT_CHK]) {
      syscalls.setOption(this.#fd, nl.SOL_NETLINK, option, on);
    }
  }

  close(): void {
    this.#syscalls.close(this.#fd);
  }

  /** Runs the messages in order in as few system calls as possible; the kernel does not stop at a failed one.
   * Throws the first failure after all have been judged. */
  transact(messages: readonly Message[]): void {
    const failure = this.attempt(messages).find((error) => error !== undefined);
    if (failure) throw failure;
  }

  /** One verdict per message, in order. */
  attempt(messages: readonly Message[]): (NetlinkError | undefined)[] {
    const verdicts: (NetlinkError | undefined)[] = [];
    for (let at = 0; at < messages.length; at += MESSAGES_PER_SEND) {
      verdicts.push(...this.#attemptSome(messages.slice(at, at + MESSAGES_PER_SEND)));
    }
    return verdicts;
  }

  /** The payload of the single answer; undefined when the kernel knows no such object. */
  get(request: Message): Uint8Array | undefined {
    const sequence = this.#send([request], 0);
    const reply = this.#receive(request.operation).find((each) => each.sequence === sequence);
    if (!reply) throw netlinkError(request.operation, constants.errno.EBADMSG, 'no answer to this request');
    if (reply.type !== nl.NLMSG_ERROR) return reply.payload;
    const { errno, text } = readVerdict(reply);
    if (errno === constants.errno.ENODEV || errno === constants.errno.ENOENT) return undefined;
    throw netlinkError(request.operation, errno, text);
  }

  dump(request: Message): Uint8Array[] {
    for (let attempt = 1; ; attempt++) {
      const { payloads, interrupted } = this.#dumpOnce(request);
      if (!interrupted || attempt === DUMP_ATTEMPTS) return payloads;
    }
  }

  #dumpOnce(request: Message): { payloads: Uint8Array[]; interrupted: boolean } {
    const sequence = this.#send([request], 0);
    const payloads: Uint8Array[] = [];
    let interrupted = false;
    for (;;) {
      for (const reply of this.#receive(request.operation)) {
        if (reply.sequence !== sequence) continue;
        interrupted ||= (reply.flags & nl.NLM_F_DUMP_INTR) !== 0;
        if (reply.type !== nl.NLMSG_DONE && reply.type !== nl.NLMSG_ERROR) {
          payloads.push(reply.payload);
          continue;
        }
        const { errno, text } = readVerdict(reply);
        if (errno !== 0) throw netlinkError(request.operation, errno, text);
        return { payloads, interrupted };
      }
    }
  }

  #attemptSome(messages: readonly Message[]): (NetlinkError | undefined)[] {
    const first = this.#send(messages, nl.NLM_F_ACK);
    const verdicts = new Map<number, NetlinkError | undefined>();
    while (verdicts.size < messages.length) {
      for (const reply of this.#receive(messages[0]?.operation ?? 'netlink')) {
        const request = messages[reply.sequence - first];
        if (reply.type !== nl.NLMSG_ERROR || !request) continue;
        const { errno, text } = readVerdict(reply);
        verdicts.set(reply.sequence, errno === 0 ? undefined : netlinkError(request.operation, errno, text));
      }
    }
    return messages.map((_, i) => verdicts.get(first + i));
  }

  /** The sequence number of the first message. */
  #send(messages: readonly Message[], flags: number): number {
    const first = this.#sequence;
    this.#sequence += messages.length;
    const sent = this.#syscalls.send(this.#fd, concat(messages.map((each, i) => frame(each, first + i, flags))));
    if (sent < 0) throw netlinkError(messages[0]?.operation ?? 'netlink', -sent);
    return first;
  }

  #receive(operation: string): Reply[] {
    for (;;) {
      const received = this.#syscalls.receive(this.#fd, BUFFER, 0);
      if (received === -constants.errno.EINTR) continue;
      if (received === -constants.errno.EAGAIN) throw netlinkError(operation, constants.errno.ETIMEDOUT);
      if (received < 0) throw netlinkError(operation, -received);
      if (received > BUFFER.length) throw netlinkError(operation, constants.errno.EMSGSIZE);
      return splitReplies(BUFFER.slice(0, received));
    }
  }
}
