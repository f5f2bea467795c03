// Deleting links. Each deletion waits for an RCU grace period in the kernel (about 16 ms, the thread blocked), but
// links that leave in one message share it; so requests that have gathered while the thread was busy go together.
import { dropLink, dropLinkGroup, moveToGroup } from '../codec/link.ts';
import type { NetlinkError } from '../netlink-error.ts';
import type { Engine } from '../session/engine.ts';
import { findLink } from '../session/link-lookup.ts';
import type { RouteSocket } from '../session/route-socket.ts';
import type { NetnsRef } from '../system/namespaces.ts';

/** Link group (IFLA_GROUP) of what is about to be deleted: "kovn". Nobody else may use it. */
const DOOMED = 0x6b6f766e;

/** One verdict per name, in order. */
export function deleteLinks(engine: Engine, names: readonly string[], ns?: NetnsRef): (NetlinkError | undefined)[] {
  return engine.withSocket(ns, (socket) => {
    const together = names.length > 1 ? names.filter((name) => findLink(socket, name)?.kind === 'veth') : [];
    const gone = new Set(together.length > 1 ? deleteTogether(socket, together) : []);
    return names.map((name) => {
      return gone.delete(name) ? undefined : socket.attempt([dropLink(`delete link ${name}`, name)])[0];
    });
  });
}

/** The names that are gone; the others are left for the slow way, which also finds the error to report. */
function deleteTogether(socket: RouteSocket, names: readonly string[]): string[] {
  const moves = socket.attempt(names.map((name) => moveToGroup(`delete link ${name}`, name, DOOMED)));
  const moved = names.filter((_, i) => moves[i] === undefined);
  const [failure] = socket.attempt([dropLinkGroup('delete links', DOOMED)]);
  return failure ? [] : moved;
}
