// A voice and an ear for ARP or neighbour discovery on one link.
import { constants } from 'node:os';
import { netlinkError } from '../netlink-error.ts';
import type { Engine } from '../session/engine.ts';
import { requireLink } from '../session/link-lookup.ts';
import { PacketSocket } from '../session/packet-socket.ts';
import { RouteSocket } from '../session/route-socket.ts';
import type { NetnsRef } from '../system/namespaces.ts';
import { type Claim, type NeighbourProtocol, neighbourProtocol, type Outgoing } from './neighbour-protocol.ts';

export class LinkSpeaker {
  readonly protocol: NeighbourProtocol;
  readonly mac: string;
  readonly #link: string;
  readonly #socket: PacketSocket;
  readonly #engine: Engine;

  constructor(engine: Engine, link: string, address: string, ns?: NetnsRef) {
    this.#link = link;
    this.#engine = engine;
    this.protocol = neighbourProtocol(address);
    const { etherType, filter } = this.protocol;
    const { syscalls } = engine;
    const opened = engine.namespaces.within(ns, () => {
      const route = new RouteSocket(syscalls);
      try {
        const { index, mac } = requireLink(route, link);
        if (mac === undefined) throw netlinkError(`speak on ${link}`, constants.errno.EAFNOSUPPORT, 'it has no MAC');
        return { mac, socket: new PacketSocket(syscalls, index, etherType, filter) };
      } finally {
        route.close();
      }
    });
    this.mac = opened.mac;
    this.#socket = opened.socket;
  }

  get fd(): number {
    return this.#socket.fd;
  }

  close(): void {
    this.#engine.closer.close(this.#socket.fd);
  }

  /** False while the link cannot send (it may come up any moment). Throws when it is gone. */
  say({ bytes, to }: Outgoing): boolean {
    const errno = this.#socket.send(bytes, to);
    if (errno === 0) return true;
    const { ENODEV, ENXIO } = constants.errno;
    if (errno === ENODEV || errno === ENXIO) throw netlinkError(`send on ${this.#link}`, ENODEV);
    return false;
  }

  /** Every claim heard since the last call, except our own. */
  *heard(ownMac = this.mac): Generator<Claim> {
    for (let packet = this.#socket.receive(); packet; packet = this.#socket.receive()) {
      const claim = this.protocol.claim(packet);
      if (claim && claim.mac !== ownMac) yield claim;
    }
  }
}
