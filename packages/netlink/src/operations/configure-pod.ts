// Everything inside a pod's namespace in one go: one thread hop, one system call for all netlink messages.
import { dropAddress, dumpAddresses, newAddress, readAddress } from '../codec/address.ts';
import { parsePrefix } from '../codec/ip-text.ts';
import { changeLink } from '../codec/link.ts';
import type { Message } from '../codec/message.ts';
import { writeRoute } from '../codec/route.ts';
import type { Route } from '../model/route.ts';
import type { Engine } from '../session/engine.ts';
import { requireLink } from '../session/link-lookup.ts';
import type { RouteSocket } from '../session/route-socket.ts';
import type { NetnsRef } from '../system/namespaces.ts';
import { LOOPBACK_INDEX } from '../uapi/if-link.ts';
import { describeRoute } from './routes.ts';
import { ipv6Sysctl, sysctl } from './sysctl.ts';
import { disableTxChecksum } from './tx-checksum.ts';

/** IN6_ADDR_GEN_MODE_NONE */
const NO_LINK_LOCAL = '1';

export interface PodRequest {
  /** Absent: the caller's own namespace (ovn0 of the node). */
  readonly ns?: NetnsRef;
  readonly link: string;
  readonly mac?: string;
  readonly mtu?: number;
  readonly txQueueLength?: number;
  readonly addresses: readonly { readonly cidr: string; readonly noDad?: boolean }[];
  /** Routes without a link go out by `link`. Installed after the addresses, whatever order is given (case L2). */
  readonly routes: readonly Route[];
  /** Also bring `lo` up. */
  readonly loopback?: boolean;
  readonly noTxChecksum?: boolean;
  /** Default true. false: no link-local address is made, so the link sends nothing by IPv6 on its own */
  readonly ipv6LinkLocal?: boolean;
  /** Remove every other address of the link, except IPv6 link-local ones. */
  readonly exactAddresses?: boolean;
  /** Further settings of the namespace, written before the link comes up. */
  readonly sysctls?: Readonly<Record<string, string>>;
}

/** Repeatable: what is already there as wanted is no error. */
export function configurePod(engine: Engine, request: PodRequest): void {
  const { ns, link } = request;
  engine.withSocket(ns, (socket) => {
    const { index } = requireLink(socket, link);
    // Encoded first: what cannot be encoded is refused before anything is changed.
    const messages = [
      ...linkMessages(request, index),
      ...(request.exactAddresses ? unwantedAddresses(socket, request, index) : []),
      ...addressMessages(request, index),
      ...routeMessages(socket, request, index),
    ];
    if (request.addresses.some(({ cidr }) => parsePrefix(cidr).family === 6)) enableIpv6(engine, request);
    if (request.ipv6LinkLocal === false) ipv6Sysctl(engine, ns, link, 'addr_gen_mode', NO_LINK_LOCAL);
    for (const [key, value] of Object.entries(request.sysctls ?? {})) sysctl(engine, ns, key, value);
    if (request.noTxChecksum) disableTxChecksum(engine, link, ns);
    socket.transact(messages);
  });
}

/** Container runtimes start some pods with IPv6 disabled; addresses would then be refused. */
function enableIpv6(engine: Engine, { ns, link, loopback }: PodRequest): void {
  for (const each of loopback ? [link, 'lo'] : [link]) {
    const key = `net/ipv6/conf/${each}/disable_ipv6`;
    if (sysctl(engine, ns, key) !== '0') sysctl(engine, ns, key, '0');
  }
}

function linkMessages({ link, mac, mtu, txQueueLength, loopback }: PodRequest, index: number): Message[] {
  const settings = { mac, mtu, txQueueLength };
  const hasSettings = mac !== undefined || mtu !== undefined || txQueueLength !== undefined;
  return [
    ...(loopback ? [changeLink('set link lo up', LOOPBACK_INDEX, { up: true })] : []),
    // Apart from "up", so that a MAC is set while the link is still down: some drivers refuse it later.
    ...(hasSettings ? [changeLink(`set mac, mtu of ${link}`, index, settings)] : []),
    changeLink(`set link ${link} up`, index, { up: true }),
  ];
}

function addressMessages({ link, addresses }: PodRequest, index: number): Message[] {
  return addresses.map(({ cidr, noDad }) =>
    newAddress(`add address ${cidr} to ${link}`, index, cidr, { noDad, replace: true }),
  );
}

function unwantedAddresses(socket: RouteSocket, { link, addresses }: PodRequest, index: number): Message[] {
  const wanted = new Set(addresses.map(({ cidr }) => prefixKey(cidr)));
  return socket.dump(dumpAddresses(index)).flatMap((payload) => {
    const found = readAddress(payload);
    if (!found || found.linkIndex !== index || wanted.has(prefixKey(found.cidr))) return [];
    if (found.family === 6 && found.scope === 'link') return [];
    return [dropAddress(`delete address ${found.cidr} from ${link}`, index, found.cidr)];
  });
}

function prefixKey(cidr: string): string {
  const { address, length } = parsePrefix(cidr);
  return `${address.join('.')}/${length}`;
}

function routeMessages(socket: RouteSocket, request: PodRequest, index: number): Message[] {
  const indexOf = (link: string) => (link === request.link ? index : requireLink(socket, link).index);
  return request.routes.map((route) => {
    const hasWayOut = route.link !== undefined || route.nextHops !== undefined || isDeadEnd(route);
    const onPodLink = hasWayOut ? route : { ...route, link: request.link };
    return writeRoute(describeRoute('replace', onPodLink), 'replace', onPodLink, indexOf);
  });
}

function isDeadEnd({ type }: Route): boolean {
  return type === 'blackhole' || type === 'unreachable' || type === 'prohibit' || type === 'throw';
}
