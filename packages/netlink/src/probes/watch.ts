// Streams the changes of a namespace as the kernel announces them.
import { constants } from 'node:os';
import { readChange } from '../codec/change.ts';
import { splitReplies } from '../codec/message.ts';
import { netlinkAddress } from '../codec/socket-address.ts';
import { DecodeError, scalarBytes, u32 } from '../codec/struct.ts';
import type { ChangeKind, NetlinkChange } from '../model/change.ts';
import { netlinkError } from '../netlink-error.ts';
import { withNames } from '../operations/routes.ts';
import { linkNames } from '../session/link-lookup.ts';
import { RouteSocket } from '../session/route-socket.ts';
import type { NetnsRef } from '../system/namespaces.ts';
import type { Syscalls } from '../system/syscalls.ts';
import { NETLINK_ROUTE } from '../uapi/netlink.ts';
import * as rt from '../uapi/rtnetlink.ts';
import * as so from '../uapi/socket.ts';
import { Conversation } from './conversation.ts';
import type { TaskContext } from './task-context.ts';

const GROUPS: Readonly<Record<ChangeKind, readonly number[]>> = {
  link: [rt.RTNLGRP_LINK],
  address: [rt.RTNLGRP_IPV4_IFADDR, rt.RTNLGRP_IPV6_IFADDR],
  route: [rt.RTNLGRP_IPV4_ROUTE, rt.RTNLGRP_IPV6_ROUTE],
  rule: [rt.RTNLGRP_IPV4_RULE, rt.RTNLGRP_IPV6_RULE],
  neighbour: [rt.RTNLGRP_NEIGH],
};

/** Room for bursts, e.g. a whole node's pods going away; set in spite of net.core.rmem_max. */
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;
const DATAGRAMS_PER_TURN = 64;
const OVERRUN: NetlinkChange = { kind: 'overrun' };
const BUFFER = new Uint8Array(64 * 1024);

/** Emits arrays of changes; the first, empty one says that from now on nothing is missed. Ends when cancelled. */
export async function watch(
  context: TaskContext,
  ns: NetnsRef | undefined,
  kinds: readonly ChangeKind[],
): Promise<void> {
  const { syscalls, namespaces } = context.engine;
  const { fd, names } = namespaces.within(ns, () => ({
    fd: openSocket(syscalls, kinds),
    names: new RouteSocket(syscalls),
  }));
  const conversation = new Conversation<undefined>(context);
  const close = () => {
    syscalls.close(fd);
    names.close();
  };
  conversation.listen({ fd, close }, () => {
    const changes = drain(syscalls, fd);
    if (changes.length > 0) context.emit(withLinkNames(names, changes));
  });
  context.emit([]);
  await conversation.result;
}

function openSocket(syscalls: Syscalls, kinds: readonly ChangeKind[]): number {
  const fd = syscalls.socket(so.AF_NETLINK, so.SOCK_RAW | so.SOCK_NONBLOCK | so.SOCK_CLOEXEC, NETLINK_ROUTE);
  if (fd < 0) throw netlinkError('open netlink socket', -fd);
  syscalls.setOption(fd, so.SOL_SOCKET, so.SO_RCVBUFFORCE, scalarBytes(u32, RECEIVE_BUFFER_BYTES));
  const bound = syscalls.bind(fd, netlinkAddress(kinds.flatMap((kind) => GROUPS[kind])));
  if (bound >= 0) return fd;
  syscalls.close(fd);
  throw netlinkError('subscribe to changes', -bound);
}

/** Not everything at once, so that a flood here leaves room for other work. */
function drain(syscalls: Syscalls, fd: number): NetlinkChange[] {
  const changes: NetlinkChange[] = [];
  for (let i = 0; i < DATAGRAMS_PER_TURN; i++) {
    const received = syscalls.receive(fd, BUFFER, 0);
    if (received === -constants.errno.EAGAIN || received === -constants.errno.EINTR) break;
    changes.push(...(received < 0 || received > BUFFER.length ? [OVERRUN] : readDatagram(BUFFER.slice(0, received))));
  }
  return changes;
}

function readDatagram(datagram: Uint8Array): NetlinkChange[] {
  try {
    return splitReplies(datagram).flatMap((reply) => readChange(reply) ?? []);
  } catch (error) {
    // What cannot be read is as good as lost.
    if (error instanceof DecodeError) return [OVERRUN];
    throw error;
  }
}

/** The messages carry indices only. A link that is gone has no name any more. */
function withLinkNames(socket: RouteSocket, changes: readonly NetlinkChange[]): NetlinkChange[] {
  const names = linkNames(socket, changes.map(linkIndexOf));
  const name = (index: number | undefined) => (index === undefined ? undefined : names.get(index));
  return changes.map((change) => {
    if (change.kind === 'route') return { ...change, route: withNames(change.route, names) };
    if (change.kind === 'address')
      return { ...change, address: { ...change.address, link: name(linkIndexOf(change)) } };
    if (change.kind !== 'neighbour') return change;
    return { ...change, neighbour: { ...change.neighbour, link: name(linkIndexOf(change)) } };
  });
}

function linkIndexOf(change: NetlinkChange): number | undefined {
  if (change.kind === 'route') return change.route.linkIndex;
  if (change.kind === 'address') return change.address.linkIndex;
  return change.kind === 'neighbour' ? change.neighbour.linkIndex : undefined;
}
