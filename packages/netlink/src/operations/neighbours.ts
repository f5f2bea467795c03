// The ARP and neighbour discovery cache of one namespace.
import { dumpNeighbours, readNeighbour, writeNeighbour } from '../codec/neighbour.ts';
import type { Neighbour, StaticNeighbour } from '../model/neighbour.ts';
import type { Engine } from '../session/engine.ts';
import { linkNames, requireLink } from '../session/link-lookup.ts';
import type { NetnsRef } from '../system/namespaces.ts';

export function neighbours(engine: Engine, ns?: NetnsRef): Neighbour[] {
  return engine.withSocket(ns, (socket) => {
    const found = socket.dump(dumpNeighbours()).flatMap((payload) => readNeighbour(payload) ?? []);
    const names = linkNames(
      socket,
      found.map(({ linkIndex }) => linkIndex),
    );
    return found.map((neighbour) => ({ ...neighbour, link: names.get(neighbour.linkIndex) }));
  });
}

export function replaceNeighbour(engine: Engine, entry: StaticNeighbour, ns?: NetnsRef): void {
  const { link, address, mac, state } = entry;
  engine.withSocket(ns, (socket) => {
    const { index } = requireLink(socket, link);
    socket.transact([writeNeighbour(`set neighbour ${address} on ${link}`, 'replace', index, address, mac, state)]);
  });
}

export function deleteNeighbour(engine: Engine, link: string, address: string, ns?: NetnsRef): void {
  engine.withSocket(ns, (socket) => {
    const { index } = requireLink(socket, link);
    socket.transact([writeNeighbour(`delete neighbour ${address} on ${link}`, 'delete', index, address)]);
  });
}
