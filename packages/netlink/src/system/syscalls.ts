// What this package asks of the operating system, and nothing more. Tests put a fake in its place.
// Every call returns a value >= 0, or -errno; none of them throws, none blocks longer than its timeout.

export interface Syscalls {
  /** Read-only, close-on-exec. */
  open(path: string): number;
  close(fd: number): number;
  /** On another thread; `done` is called from the event loop. */
  closeInBackground(fd: number, done: () => void): void;
  read(fd: number, buffer: Uint8Array): number;

  socket(domain: number, type: number, protocol: number): number;
  bind(fd: number, address: Uint8Array): number;
  setOption(fd: number, level: number, option: number, value: Uint8Array): number;
  /** SO_ATTACH_FILTER with a classic BPF program (struct sock_filter[]). */
  attachFilter(fd: number, program: Uint8Array): number;
  /** Without an address: to the peer of the socket, for netlink the kernel. */
  send(fd: number, bytes: Uint8Array, address?: Uint8Array): number;
  /** The length of the whole datagram, even if the buffer is shorter. Fills `address` with the sender, if given. */
  receive(fd: number, buffer: Uint8Array, flags: number, address?: Uint8Array): number;
  /** ioctl SIOCETHTOOL with a struct ethtool_value. */
  ethtool(fd: number, link: string, command: number, value: Uint8Array): number;

  /** Moves the calling thread only. */
  setNetns(fd: number): number;
  unshareNetns(): number;
  mount(source: string, target: string, type: string, flags: number): number;
  unmount(target: string, flags: number): number;

  eventfd(): number;
  epollCreate(): number;
  epollAdd(epoll: number, fd: number): number;
  epollRemove(epoll: number, fd: number): number;
  /** Readable descriptors; empty after the timeout or an interruption. */
  epollWait(epoll: number, timeoutMs: number): readonly number[];

  /** Ends the process at once: used when the thread is stuck in a foreign namespace. */
  abort(): never;
}
