// What the NIC was like before it was given to the switch. Written before anything is moved, and the only source for giving
// it back; so it only ever grows, and a kill at any point loses nothing.

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LinkAddress, Route } from '@kube-ovn/netlink';

export interface NicRecord {
  readonly nic: string;
  readonly mac: string;
  readonly mtu: number;
  /** CIDRs with global scope. */
  readonly addresses: readonly string[];
  readonly routes: readonly Route[];
}

export class RecordFile {
  readonly #path: string;

  constructor(etcDirectory: string) {
    mkdirSync(etcDirectory, { recursive: true });
    this.#path = join(etcDirectory, 'kube-ovn-tunnel-nic.json');
  }

  read(): NicRecord | undefined {
    try {
      return JSON.parse(readFileSync(this.#path, 'utf8')) as NicRecord;
    } catch {
      return undefined;
    }
  }

  write(record: NicRecord): void {
    writeFileSync(`${this.#path}.new`, `${JSON.stringify(record, undefined, 2)}\n`);
    renameSync(`${this.#path}.new`, this.#path);
  }

  remove(): void {
    rmSync(this.#path, { force: true });
  }
}

/** Pure. What the NIC has now is added to what is known of it. */
export function mergeRecord(
  known: NicRecord | undefined,
  nic: { readonly name: string; readonly mac?: string; readonly mtu: number },
  addresses: readonly LinkAddress[],
  routes: readonly Route[],
): NicRecord {
  const before = known?.nic === nic.name ? known : undefined;
  const own = addresses.filter((each) => each.link === nic.name && isMovable(each)).map(({ cidr }) => cidr);
  const ownRoutes = routes.filter((route) => route.link === nic.name && isMovableRoute(route)).map(plainRoute);
  return {
    nic: nic.name,
    mac: before?.mac ?? nic.mac ?? '',
    mtu: nic.mtu,
    addresses: [...new Set([...(before?.addresses ?? []), ...own])],
    routes: uniqueRoutes([...(before?.routes ?? []), ...ownRoutes]),
  };
}

export function isMovable({ scope, address }: Pick<LinkAddress, 'scope' | 'address'>): boolean {
  return scope !== 'link' && scope !== 'host' && !address.startsWith('fe80:');
}

/** Routes of prefixes come and go with the addresses. */
export function isMovableRoute({ protocol, type, table }: Route): boolean {
  return protocol !== 'kernel' && (type ?? 'unicast') === 'unicast' && (table ?? 254) === 254;
}

function plainRoute({ family, destination, gateway, source, metric, protocol, scope, onLink }: Route): Route {
  return { family, destination, gateway, source, metric, protocol, scope, ...(onLink ? { onLink } : {}) };
}

function uniqueRoutes(routes: readonly Route[]): Route[] {
  const byKey = new Map(
    routes.map((route) => [JSON.stringify([route.family, route.destination, route.metric]), route]),
  );
  return [...byKey.values()];
}
