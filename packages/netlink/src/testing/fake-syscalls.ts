// A kernel made of closures, for tests: every call is refused (ENOSYS) unless the test says otherwise.
import { constants } from 'node:os';
import { concat, encode, struct, u16, u32 } from '../codec/struct.ts';
import type { Syscalls } from '../system/syscalls.ts';

const REFUSED = -constants.errno.ENOSYS;

export function fakeSyscalls(given: Partial<Syscalls>): Syscalls {
  return {
    open: () => REFUSED,
    close: () => 0,
    closeInBackground: (_fd, done) => done(),
    read: () => REFUSED,
    socket: () => REFUSED,
    bind: () => 0,
    setOption: () => 0,
    attachFilter: () => 0,
    send: () => REFUSED,
    receive: () => REFUSED,
    ethtool: () => REFUSED,
    setNetns: () => REFUSED,
    unshareNetns: () => REFUSED,
    mount: () => REFUSED,
    unmount: () => REFUSED,
    eventfd: () => REFUSED,
    epollCreate: () => REFUSED,
    epollAdd: () => 0,
    epollRemove: () => 0,
    epollWait: () => [],
    abort: () => {
      throw new Error('aborted');
    },
    ...given,
  };
}

const NLMSGHDR = struct(16, {
  nlmsg_len: [0, u32],
  nlmsg_type: [4, u16],
  nlmsg_flags: [6, u16],
  nlmsg_seq: [8, u32],
});

/** One message as the kernel would send it. */
export function kernelMessage(type: number, sequence: number, payload: Uint8Array, flags = 0): Uint8Array {
  const padding = new Uint8Array(-payload.length & 3);
  const header = { nlmsg_len: 16 + payload.length, nlmsg_type: type, nlmsg_flags: flags, nlmsg_seq: sequence };
  return concat([encode(NLMSGHDR, header), payload, padding]);
}

/** A netlink socket that answers each datagram sent with the datagrams `answer` gives. */
export function answeringSocket(answer: (sent: Uint8Array) => readonly Uint8Array[]): Partial<Syscalls> {
  const inbox: Uint8Array[] = [];
  return {
    socket: () => 3,
    send: (_fd, bytes) => {
      inbox.push(...answer(bytes));
      return bytes.length;
    },
    receive: (_fd, buffer) => deliver(inbox, buffer),
  };
}

export function deliver(inbox: Uint8Array[], buffer: Uint8Array): number {
  const next = inbox.shift();
  if (!next) return -constants.errno.EAGAIN;
  buffer.set(next.subarray(0, buffer.length));
  return next.length;
}

export function bytesOf(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
}

export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
