// Syscalls through koffi and the C library. Loaded only in the worker thread.
import koffi from 'koffi';
import { scalarBytes, u32 } from '../codec/struct.ts';
import { SIOCETHTOOL } from '../uapi/ethtool.ts';
import { CLONE_NEWNET, MSG_TRUNC, SO_ATTACH_FILTER, SOL_SOCKET } from '../uapi/socket.ts';
import type { Syscalls } from './syscalls.ts';

const O_CLOEXEC = 0o2000000; // asm-generic/fcntl.h
const O_NONBLOCK = 0o4000;
const EFD_CLOEXEC = O_CLOEXEC; // sys/eventfd.h
const EFD_NONBLOCK = O_NONBLOCK;
const EPOLL_CLOEXEC = O_CLOEXEC; // sys/epoll.h
const EPOLL_CTL_ADD = 1;
const EPOLL_CTL_DEL = 2;
const EPOLLIN = 0x1;
const MAX_EVENTS = 64;
const SOCK_FILTER_SIZE = 8; // linux/filter.h: struct sock_filter

type Parameter = string | ReturnType<typeof koffi.pointer>;

export function loadSyscalls(): Syscalls {
  const libc = koffi.load(null);
  const define = (name: string, result: string, parameters: Parameter[]) => {
    const call = libc.func(name, result, parameters);
    return (...values: unknown[]): number => {
      const returned = Number(call(...values));
      return returned < 0 ? -koffi.errno() : returned;
    };
  };
  const open = define('open', 'int', ['str', 'int']);
  const close = define('close', 'int', ['int']);
  const backgroundClose = libc.func('close', 'int', ['int']);
  const read = define('read', 'long', ['int', 'void *', 'ulong']);
  const socket = define('socket', 'int', ['int', 'int', 'int']);
  const bind = define('bind', 'int', ['int', 'void *', 'uint']);
  const setsockopt = define('setsockopt', 'int', ['int', 'int', 'int', 'void *', 'uint']);
  const sendto = define('sendto', 'long', ['int', 'void *', 'ulong', 'int', 'void *', 'uint']);
  const recvfrom = define('recvfrom', 'long', ['int', 'void *', 'ulong', 'int', 'void *', 'void *']);
  const setns = define('setns', 'int', ['int', 'int']);
  const unshare = define('unshare', 'int', ['int']);
  const mount = define('mount', 'int', ['str', 'str', 'str', 'ulong', 'void *']);
  const umount2 = define('umount2', 'int', ['str', 'int']);
  const eventfd = define('eventfd', 'int', ['uint', 'int']);
  const epollCreate1 = define('epoll_create1', 'int', ['int']);
  const epollCtl = define('epoll_ctl', 'int', ['int', 'int', 'int', 'void *']);
  const epollWait = define('epoll_wait', 'int', ['int', 'void *', 'int', 'int']);
  const abort = libc.func('abort', 'void', []);

  // linux/if.h: struct ifreq (40 bytes) and linux/filter.h: struct sock_fprog carry pointers, so koffi lays them out.
  const ifreq = koffi.struct({ name: koffi.array('char', 16), data: 'void *', rest: koffi.array('uint8', 16) });
  const ioctl = define('ioctl', 'int', ['int', 'ulong', koffi.pointer(ifreq)]);
  const program = koffi.struct({ length: 'uint16', instructions: 'void *' });
  const attach = define('setsockopt', 'int', ['int', 'int', 'int', koffi.pointer(program), 'uint']);

  const events = epollEvents();
  const length = new Uint8Array(4);

  return {
    open: (path) => open(path, O_CLOEXEC | O_NONBLOCK),
    close,
    closeInBackground: (fd, done) => backgroundClose.async(fd, done),
    read: (fd, buffer) => read(fd, buffer, buffer.length),
    socket,
    bind: (fd, address) => bind(fd, address, address.length),
    setOption: (fd, level, option, value) => setsockopt(fd, level, option, value, value.length),
    attachFilter: (fd, bytes) => {
      const filter = { length: bytes.length / SOCK_FILTER_SIZE, instructions: bytes };
      return attach(fd, SOL_SOCKET, SO_ATTACH_FILTER, filter, koffi.sizeof(program));
    },
    send: (fd, bytes, address) => sendto(fd, bytes, bytes.length, 0, address ?? null, address?.length ?? 0),
    receive: (fd, buffer, flags, address) => {
      if (address) length.set(scalarBytes(u32, address.length));
      return recvfrom(fd, buffer, buffer.length, flags | MSG_TRUNC, address ?? null, address ? length : null);
    },
    ethtool: (fd, link, command, value) => {
      const data = new Uint8Array(8); // struct ethtool_value: cmd, data
      data.set(scalarBytes(u32, command));
      data.set(value.subarray(0, 4), 4);
      const result = ioctl(fd, SIOCETHTOOL, { name: link, data, rest: new Uint8Array(16) });
      value.set(data.subarray(4));
      return result;
    },
    setNetns: (fd) => setns(fd, CLONE_NEWNET),
    unshareNetns: () => unshare(CLONE_NEWNET),
    mount: (source, target, type, flags) => mount(source, target, type, flags, null),
    unmount: umount2,
    eventfd: () => eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK),
    epollCreate: () => epollCreate1(EPOLL_CLOEXEC),
    epollAdd: (epoll, fd) => epollCtl(epoll, EPOLL_CTL_ADD, fd, events.one(EPOLLIN, fd)),
    epollRemove: (epoll, fd) => epollCtl(epoll, EPOLL_CTL_DEL, fd, events.one(0, fd)),
    epollWait: (epoll, timeoutMs) => events.ready(epollWait(epoll, events.buffer, MAX_EVENTS, timeoutMs)),
    abort: () => {
      abort();
      throw new Error('abort() returned');
    },
  };
}

/** struct epoll_event (sys/epoll.h) is packed on x86_64 only: 12 bytes there, 16 with the data at 8 elsewhere. */
function epollEvents() {
  const [size, dataAt] = process.arch === 'x64' ? [12, 4] : [16, 8];
  const buffer = new Uint8Array(size * MAX_EVENTS);
  const view = new DataView(buffer.buffer);
  return {
    buffer,
    one(interest: number, fd: number): Uint8Array {
      const event = new Uint8Array(size);
      event.set(scalarBytes(u32, interest));
      event.set(scalarBytes(u32, fd), dataAt);
      return event;
    },
    ready(count: number): number[] {
      const ready: number[] = [];
      for (let i = 0; i < count; i++) ready.push(view.getInt32(i * size + dataAt, true));
      return ready;
    },
  };
}
