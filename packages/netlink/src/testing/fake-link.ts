// One imaginary Ethernet link with a clock of its own: what was said on it and when, and somebody who answers.
import { constants } from 'node:os';
import { splitReplies } from '../codec/message.ts';
import { concat, encode, struct, u8, u16 } from '../codec/struct.ts';
import { DeletionQueue } from '../operations/deletion-queue.ts';
import type { TaskContext } from '../probes/task-context.ts';
import { Engine } from '../session/engine.ts';
import { Namespaces } from '../system/namespaces.ts';
import { Reactor } from '../system/reactor.ts';
import { RTM_NEWLINK } from '../uapi/rtnetlink.ts';
import { AF_NETLINK } from '../uapi/socket.ts';
import { bytesOf, deliver, fakeSyscalls, kernelMessage } from './fake-syscalls.ts';
import { RECORDED } from './recorded.generated.ts';

const NETLINK_FD = 100;
const PACKET_FD = 200;
const EPOLL_FD = 300;
/** v0 of the recording. */
export const LINK_MAC = '02:00:00:00:00:05';
const LINK = bytesOf(RECORDED.links.find((hex) => hex.includes('020000000005')) ?? '');

export interface FakeLink {
  readonly context: TaskContext;
  readonly cancel: () => void;
  readonly said: { readonly atMs: number; readonly bytes: Uint8Array }[];
  /** Number of sockets that are open now. */
  open(): number;
  hear(bytes: Uint8Array, fromMac?: Uint8Array): void;
  /** What every send returns while set, e.g. ENETDOWN. */
  refuse: number | undefined;
  onSaid: (bytes: Uint8Array) => void;
  now(): number;
  /** Lets the clock run until nothing happens any more or the promise is settled. */
  settle<T>(promise: Promise<T>): Promise<T>;
}

export function fakeLink(): FakeLink {
  let clock = 0;
  let sockets = 0;
  const netlinkInbox: Uint8Array[] = [];
  const inbox: { bytes: Uint8Array; from: Uint8Array }[] = [];
  const controller = new AbortController();
  const syscalls = fakeSyscalls({
    open: () => 50,
    close: (fd) => {
      if (fd === NETLINK_FD) sockets--;
      return 0;
    },
    closeInBackground: (_fd, done) => {
      sockets--;
      done();
    },
    setNetns: () => 0,
    epollCreate: () => EPOLL_FD,
    epollWait: (_epoll, timeoutMs) => {
      if (inbox.length > 0) return [PACKET_FD];
      clock += timeoutMs;
      return [];
    },
    socket: (domain) => {
      sockets++;
      return domain === AF_NETLINK ? NETLINK_FD : PACKET_FD;
    },
    send: (fd, bytes) => {
      if (fd === NETLINK_FD) {
        netlinkInbox.push(kernelMessage(RTM_NEWLINK, splitReplies(bytes)[0]?.sequence ?? 0, LINK));
        return bytes.length;
      }
      if (link.refuse !== undefined) return -link.refuse;
      link.said.push({ atMs: clock, bytes });
      link.onSaid(bytes);
      return bytes.length;
    },
    receive: (fd, buffer, _flags, address) => {
      if (fd === NETLINK_FD) return deliver(netlinkInbox, buffer);
      const packet = inbox.shift();
      if (!packet) return -constants.errno.EAGAIN;
      address?.set(concat([encode(SOCKADDR_LL, { sll_family: 17, sll_halen: packet.from.length }), packet.from]));
      return deliver([packet.bytes], buffer);
    },
  });
  const engine = new Engine(syscalls, new Namespaces(syscalls));
  const reactor = new Reactor(syscalls, () => clock);
  const deletions = new DeletionQueue(engine);
  const link: FakeLink = {
    context: { engine, reactor, deletions, signal: controller.signal, emit: () => {} },
    cancel: () => controller.abort(),
    said: [],
    open: () => sockets,
    hear: (bytes, from = new Uint8Array(6)) => inbox.push({ bytes, from }),
    refuse: undefined,
    onSaid: () => {},
    now: () => clock,
    async settle(promise) {
      let settled = false;
      const mark = () => {
        settled = true;
      };
      promise.then(mark, mark);
      for (let turns = 0; !settled && turns < 10_000; turns++) {
        reactor.turn();
        await Promise.resolve();
        await Promise.resolve();
      }
      return promise;
    },
  };
  return link;
}

/** The fixed part of sockaddr_ll (linux/if_packet.h), up to the address. */
const SOCKADDR_LL = struct(12, { sll_family: [0, u16], sll_halen: [11, u8] });
