// Addresses on links.
import { dropAddress, dumpAddresses, newAddress, readAddress } from '../codec/address.ts';
import type { AddressOptions, LinkAddress } from '../model/link-address.ts';
import type { Engine } from '../session/engine.ts';
import { findLink, linkNames, requireLink } from '../session/link-lookup.ts';
import type { NetnsRef } from '../system/namespaces.ts';

export function addresses(engine: Engine, ns?: NetnsRef, link?: string): LinkAddress[] {
  return engine.withSocket(ns, (socket) => {
    const only = link === undefined ? 0 : findLink(socket, link)?.index;
    if (only === undefined) return [];
    const found = socket.dump(dumpAddresses(only)).flatMap((payload) => readAddress(payload) ?? []);
    const wanted = only === 0 ? found : found.filter(({ linkIndex }) => linkIndex === only);
    const names = linkNames(
      socket,
      wanted.map(({ linkIndex }) => linkIndex),
    );
    return wanted.map((address) => ({ ...address, link: names.get(address.linkIndex) }));
  });
}

export function addAddress(
  engine: Engine,
  link: string,
  cidr: string,
  options: AddressOptions & { replace?: boolean } = {},
  ns?: NetnsRef,
): void {
  engine.withSocket(ns, (socket) => {
    const { index } = requireLink(socket, link);
    socket.transact([newAddress(`add address ${cidr} to ${link}`, index, cidr, options)]);
  });
}

export function deleteAddress(engine: Engine, link: string, cidr: string, ns?: NetnsRef): void {
  engine.withSocket(ns, (socket) => {
    const { index } = requireLink(socket, link);
    socket.transact([dropAddress(`delete address ${cidr} from ${link}`, index, cidr)]);
  });
}
