// The daemon's answer to an add, read with suspicion: what is used is checked, what is unknown is ignored.

import { fail, ok, type Result } from '@kube-ovn/errors';
import { isObject, type JsonObject, parseJson } from './json.ts';
import type { Route } from './net-conf.ts';

export interface PodAnswer {
  readonly addresses: readonly PodAddress[];
  readonly macAddress: string;
  readonly nicName: string;
  readonly mtu: number;
  readonly routes: readonly Route[];
  readonly dns: JsonObject | undefined;
}

export interface PodAddress {
  /** With its prefix length, for example "10.16.0.5/16". */
  readonly address: string;
  /** Only when this interface owns the default route. */
  readonly gateway: string;
}

/** The error says what is wrong with the answer, or holds the daemon's own `error`. */
export type Unusable = { readonly unusable: string } | { readonly refused: true };

export function readPodAnswer(text: string): Result<PodAnswer, Unusable> {
  const body = parseJson(text)?.value;
  if (body === undefined) return unusable('it is not JSON');
  if (!isObject(body)) return unusable('it is not an object');
  if (textOf(body.error) !== '') return fail({ refused: true });
  const ips = list(body.ips);
  const routes = list(body.routes);
  if (ips === undefined || routes === undefined) return unusable('"ips" and "routes" must be lists');
  const addresses: PodAddress[] = [];
  for (const [index, item] of ips.entries()) {
    const address = readAddress(item);
    if (address === undefined) return unusable(`ips[${index}] has no "ip" or no "cidr" with a prefix length`);
    addresses.push(address);
  }
  return ok({
    addresses,
    macAddress: textOf(body.mac_address),
    nicName: textOf(body.nicname),
    mtu: typeof body.mtu === 'number' && body.mtu > 0 ? body.mtu : 0,
    routes: routes.filter(isObject).map(readRoute),
    dns: isObject(body.dns) ? body.dns : undefined,
  });
}

function readAddress(item: unknown): PodAddress | undefined {
  if (!isObject(item)) return undefined;
  const ip = textOf(item.ip);
  const prefix = /\/(\d{1,3})$/.exec(textOf(item.cidr))?.[1];
  if (ip === '' || prefix === undefined) return undefined;
  return { address: `${ip}/${prefix}`, gateway: textOf(item.gateway) };
}

/** A result may only hold CIDRs, while route lists of users also say "default" and plain addresses. */
function readRoute(item: JsonObject): Route {
  const gw = textOf(item.gw);
  const dst = cidrOf(textOf(item.dst), gw);
  return gw === '' ? { dst } : { dst, gw };
}

function cidrOf(dst: string, gw: string): string {
  if (dst === '' || dst === 'default') return gw.includes(':') ? '::/0' : '0.0.0.0/0';
  if (dst.includes('/')) return dst;
  return dst.includes(':') ? `${dst}/128` : `${dst}/32`;
}

/** A missing list and null are an empty one. */
function list(value: unknown): readonly unknown[] | undefined {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function unusable(why: string): { readonly ok: false; readonly error: Unusable } {
  return fail({ unusable: why });
}
