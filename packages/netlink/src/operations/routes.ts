// Routes of one namespace.
import type { Family } from '../codec/ip-text.ts';
import { dumpRoutes, type RouteWrite, readRoute, writeRoute } from '../codec/route.ts';
import type { InstalledRoute, Route } from '../model/route.ts';
import type { Engine } from '../session/engine.ts';
import { findLink, linkNames, requireLink } from '../session/link-lookup.ts';
import type { NetnsRef } from '../system/namespaces.ts';
import { RT_TABLE_MAIN } from '../uapi/rtnetlink.ts';

export interface RouteFilter {
  readonly family?: Family;
  /** Default 254, main. */
  readonly table?: number | 'all';
  readonly link?: string;
}

export function routes(engine: Engine, ns?: NetnsRef, filter: RouteFilter = {}): InstalledRoute[] {
  const { table = RT_TABLE_MAIN } = filter;
  const families: Family[] = filter.family === undefined ? [4, 6] : [filter.family];
  return engine.withSocket(ns, (socket) => {
    const only = filter.link === undefined ? 0 : findLink(socket, filter.link)?.index;
    if (only === undefined) return [];
    const found = families.flatMap((family) =>
      socket
        .dump(dumpRoutes(family, table === 'all' ? 0 : table, only))
        .flatMap((payload) => readRoute(payload) ?? [])
        .filter((route) => route.family === family && (table === 'all' || route.table === table))
        .filter((route) => only === 0 || route.linkIndex === only),
    );
    const names = linkNames(
      socket,
      found.flatMap(({ linkIndex, nextHops }) => [linkIndex, ...(nextHops ?? []).map((hop) => hop.linkIndex)]),
    );
    return found.map((route) => withNames(route, names));
  });
}

export function withNames(route: InstalledRoute, names: ReadonlyMap<number, string>): InstalledRoute {
  return {
    ...route,
    link: route.linkIndex === undefined ? undefined : names.get(route.linkIndex),
    nextHops: route.nextHops?.map((hop) => ({ ...hop, link: names.get(hop.linkIndex) })),
  };
}

export function addRoute(engine: Engine, route: Route, ns?: NetnsRef): void {
  write(engine, 'add', route, ns);
}

export function replaceRoute(engine: Engine, route: Route, ns?: NetnsRef): void {
  write(engine, 'replace', route, ns);
}

export function deleteRoute(engine: Engine, route: Route, ns?: NetnsRef): void {
  write(engine, 'delete', route, ns);
}

function write(engine: Engine, kind: RouteWrite, route: Route, ns?: NetnsRef): void {
  engine.withSocket(ns, (socket) => {
    const indexOf = (link: string) => requireLink(socket, link).index;
    socket.transact([writeRoute(describeRoute(kind, route), kind, route, indexOf)]);
  });
}

export function describeRoute(kind: RouteWrite, route: Route): string {
  const { destination = `default (IPv${route.family})`, gateway, link, table } = route;
  const parts = [kind, 'route', destination];
  if (gateway !== undefined) parts.push('via', gateway);
  if (link !== undefined) parts.push('dev', link);
  if (table !== undefined) parts.push('table', String(table));
  return parts.join(' ');
}
