// Links by name or index within one socket's namespace, and link names for objects that only carry an index.
import { constants } from 'node:os';
import { dumpLinks, getLinkByIndex, getLinkByName, readLink } from '../codec/link.ts';
import type { Link } from '../model/link.ts';
import { netlinkError } from '../netlink-error.ts';
import type { RouteSocket } from './route-socket.ts';

export function findLink(socket: RouteSocket, name: string): Link | undefined {
  const payload = socket.get(getLinkByName(name));
  return payload && readLink(payload);
}

export function requireLink(socket: RouteSocket, name: string): Link {
  const link = findLink(socket, name);
  if (!link) throw netlinkError(`find link ${name}`, constants.errno.ENODEV);
  return link;
}

export function listLinks(socket: RouteSocket): Link[] {
  return socket.dump(dumpLinks()).map(readLink);
}

/** Up to this many links are asked for one by one; beyond, one dump of all links is cheaper. */
const FEW = 4;

export function linkNames(socket: RouteSocket, indices: Iterable<number | undefined>): Map<number, string> {
  const wanted = new Set<number>();
  for (const index of indices) if (index !== undefined) wanted.add(index);
  if (wanted.size > FEW) return new Map(listLinks(socket).map(({ index, name }) => [index, name]));
  const names = new Map<number, string>();
  for (const index of wanted) {
    const payload = socket.get(getLinkByIndex(index));
    if (payload) names.set(index, readLink(payload).name);
  }
  return names;
}
