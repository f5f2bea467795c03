// ICMP echo until the first answer.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:os';
import { addressBytes, familyOf } from '../codec/ip-text.ts';
import { internetAddress } from '../codec/socket-address.ts';
import { netlinkError } from '../netlink-error.ts';
import { echoReplySequence, encodeEchoRequest } from '../packets/echo.ts';
import { requireLink } from '../session/link-lookup.ts';
import { RouteSocket } from '../session/route-socket.ts';
import type { NetnsRef } from '../system/namespaces.ts';
import { IPPROTO_ICMP, IPPROTO_ICMPV6 } from '../uapi/icmp.ts';
import * as so from '../uapi/socket.ts';
import { Conversation } from './conversation.ts';
import type { TaskContext } from './task-context.ts';

export interface PingOptions {
  readonly ns?: NetnsRef;
  readonly timeoutMs: number;
  /** Time between questions, default 1000. */
  readonly intervalMs?: number;
  /** Send by this link; needed for link-local IPv6 targets. */
  readonly link?: string;
}

const { EAGAIN, EINTR, ECONNREFUSED, EHOSTUNREACH, ENETDOWN, ENETUNREACH } = constants.errno;
/** Nothing there, or what a router said about an earlier question: a later one may still be answered. */
const TRANSIENT: ReadonlySet<number> = new Set([EAGAIN, EINTR, ECONNREFUSED, EHOSTUNREACH, ENETDOWN, ENETUNREACH]);

const BUFFER = new Uint8Array(2048);

/** undefined: nobody answered in time. That there is no route (yet) is no error either. */
export function ping(
  context: TaskContext,
  target: string,
  options: PingOptions,
): Promise<{ roundTripMs: number } | undefined> {
  const { timeoutMs, intervalMs = 1000 } = options;
  const { reactor, engine } = context;
  const family = familyOf(target);
  if (family === undefined) throw new RangeError(`"${target}" is no IP address`);
  const [id = 0] = new Uint16Array(randomBytes(2).buffer.slice(0, 2));
  const token = new Uint8Array(randomBytes(8));
  const { fd, linkIndex } = openSocket(context, family, options);
  const address = internetAddress(addressBytes(target), linkIndex);
  const sentAt: number[] = [];
  const conversation = new Conversation<{ roundTripMs: number }>(context);
  conversation.listen({ fd, close: () => engine.syscalls.close(fd) }, () => {
    for (;;) {
      const received = engine.syscalls.receive(fd, BUFFER, 0);
      if (TRANSIENT.has(-received)) return;
      if (received < 0) throw netlinkError(`ping ${target}`, -received);
      const sequence = echoReplySequence(family, BUFFER.subarray(0, received), id, token);
      const sent = sequence === undefined ? undefined : sentAt[sequence];
      if (sent !== undefined) return conversation.end({ roundTripMs: reactor.now() - sent });
    }
  });
  const ask = () => {
    sentAt.push(reactor.now());
    engine.syscalls.send(fd, encodeEchoRequest(family, id, sentAt.length - 1, token), address);
    conversation.after(intervalMs, ask);
  };
  conversation.after(timeoutMs, () => conversation.end(undefined));
  conversation.after(0, ask);
  return conversation.result;
}

function openSocket({ engine }: TaskContext, family: 4 | 6, { ns, link }: PingOptions) {
  const { syscalls } = engine;
  const [domain, protocol] = family === 4 ? [so.AF_INET, IPPROTO_ICMP] : [so.AF_INET6, IPPROTO_ICMPV6];
  return engine.namespaces.within(ns, () => {
    const linkIndex = link === undefined ? 0 : indexOf(new RouteSocket(syscalls), link);
    const fd = syscalls.socket(domain, so.SOCK_RAW | so.SOCK_NONBLOCK | so.SOCK_CLOEXEC, protocol);
    if (fd < 0) throw netlinkError('open ICMP socket', -fd);
    if (link !== undefined) {
      syscalls.setOption(fd, so.SOL_SOCKET, so.SO_BINDTODEVICE, new TextEncoder().encode(`${link}\0`));
    }
    return { fd, linkIndex };
  });
}

function indexOf(socket: RouteSocket, link: string): number {
  try {
    return requireLink(socket, link).index;
  } finally {
    socket.close();
  }
}
