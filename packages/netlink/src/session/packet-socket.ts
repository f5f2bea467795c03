// A packet socket on one link, to be closed by BackgroundCloser. Sends and receives ARP or IPv6 without Ethernet headers (the kernel adds them).
import { constants } from 'node:os';
import { emptyLinkLayerAddress, linkLayerAddress, senderMac } from '../codec/socket-address.ts';
import { netlinkError } from '../netlink-error.ts';
import type { Syscalls } from '../system/syscalls.ts';
import { AF_PACKET, SOCK_CLOEXEC, SOCK_DGRAM, SOCK_NONBLOCK } from '../uapi/socket.ts';

const { EAGAIN, EINTR, ENETDOWN } = constants.errno;
const TRANSIENT: ReadonlySet<number> = new Set([EAGAIN, EINTR, ENETDOWN]);

/** Longer than any ARP or neighbour discovery packet we care about; the rest of a longer one is not needed. */
const BUFFER = new Uint8Array(2048);

export interface Received {
  readonly bytes: Uint8Array;
  readonly from: Uint8Array;
}

export class PacketSocket {
  readonly fd: number;
  readonly #syscalls: Syscalls;
  readonly #protocol: number;
  readonly #linkIndex: number;

  /** In the namespace the thread is in now. `filter`: classic BPF, seeing the packet from its network header on. */
  constructor(syscalls: Syscalls, linkIndex: number, protocol: number, filter?: Uint8Array) {
    this.#syscalls = syscalls;
    this.#protocol = protocol;
    this.#linkIndex = linkIndex;
    // Protocol 0 receives nothing: only the bind below opens the ear, to this link and behind the filter.
    this.fd = syscalls.socket(AF_PACKET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (this.fd < 0) throw netlinkError('open packet socket', -this.fd);
    const prepared =
      (filter && syscalls.attachFilter(this.fd, filter)) ||
      syscalls.bind(this.fd, linkLayerAddress(protocol, linkIndex));
    if (prepared >= 0) return;
    syscalls.close(this.fd);
    throw netlinkError('bind packet socket', -prepared);
  }

  /** 0, or the errno. */
  send(bytes: Uint8Array, to: Uint8Array): number {
    const sent = this.#syscalls.send(this.fd, bytes, linkLayerAddress(this.#protocol, this.#linkIndex, to));
    return sent < 0 ? -sent : 0;
  }

  /** One packet; undefined when there is none. A link that went down is no error here: sending reports it. */
  receive(): Received | undefined {
    const address = emptyLinkLayerAddress();
    const received = this.#syscalls.receive(this.fd, BUFFER, 0, address);
    if (received >= 0) return { bytes: BUFFER.slice(0, received), from: senderMac(address) };
    if (TRANSIENT.has(-received)) return undefined;
    throw netlinkError('receive packet', -received);
  }
}
