// Network sysctls of a namespace: /proc/sys/net shows the namespace of the thread that opens a file there.
import { readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { NetlinkError, netlinkError } from '../netlink-error.ts';
import type { Engine } from '../session/engine.ts';
import type { NetnsRef } from '../system/namespaces.ts';

/** key with slashes or dots: "net/ipv4/ip_forward". A link name with a dot in it needs the form with slashes. */
export function sysctl(engine: Engine, ns: NetnsRef | undefined, key: string, value?: string): string {
  const path = sysctlPath(key);
  return engine.namespaces.within(ns, () => {
    try {
      if (value !== undefined) writeFileSync(path, value);
      return readFileSync(path, 'utf8').trim();
    } catch (cause) {
      throw netlinkError(`sysctl ${key}`, errnoOf(cause));
    }
  });
}

/** Of one link. A kernel without IPv6 has nothing to set. */
export function ipv6Sysctl(
  engine: Engine,
  ns: NetnsRef | undefined,
  link: string,
  name: 'disable_ipv6' | 'addr_gen_mode',
  value: string,
): void {
  try {
    sysctl(engine, ns, `net/ipv6/conf/${link}/${name}`, value);
  } catch (error) {
    if (!(error instanceof NetlinkError) || error.code !== 'ENOENT') throw error;
  }
}

function sysctlPath(key: string): string {
  const path = key.includes('/') ? key : key.replaceAll('.', '/');
  if (!path.startsWith('net/') || path.split('/').includes('..')) throw new RangeError(`"${key}" is no network sysctl`);
  return `/proc/sys/${path}`;
}

function errnoOf(cause: unknown): number {
  const known = cause instanceof Error && 'errno' in cause && typeof cause.errno === 'number';
  return known ? -(cause.errno as number) : constants.errno.EIO;
}
