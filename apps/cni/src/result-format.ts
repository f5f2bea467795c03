// Writes a Success in the format of one CNI version. Formats: "ip4"/"ip6" (0.1, 0.2), "ips" with a version (0.3, 0.4),
// "ips" without (1.0), and interfaces with an MTU (1.1).

import type { JsonObject } from './json.ts';
import type { Success } from './success.ts';
import { type CniVersion, isAtLeast } from './versions.ts';

export function formatSuccess(version: CniVersion, success: Success): JsonObject {
  if (!isAtLeast(version, '0.3.0')) return formatByFamily(version, success);
  const { interfaces, ips, routes, dns } = success;
  return {
    cniVersion: version,
    ...(interfaces.length === 0 ? {} : { interfaces: interfaces.map((item) => formatInterface(version, item)) }),
    ...(ips.length === 0 ? {} : { ips: ips.map((item) => formatIp(version, item)) }),
    ...(routes.length === 0 ? {} : { routes }),
    ...optionalDns(dns),
  };
}

function formatInterface(version: CniVersion, item: JsonObject): JsonObject {
  if (isAtLeast(version, '1.1.0')) return item;
  const { mtu: _since110, ...rest } = item;
  return rest;
}

function formatIp(version: CniVersion, item: JsonObject): JsonObject {
  const { version: _until040, ...rest } = item;
  if (isAtLeast(version, '1.0.0')) return rest;
  return { version: isFamily6(item.address) ? '6' : '4', ...rest };
}

/** One address per family is all these versions can say. */
function formatByFamily(version: CniVersion, success: Success): JsonObject {
  const ip4 = familyConfig(success, false);
  const ip6 = familyConfig(success, true);
  return {
    cniVersion: version,
    ...(ip4 === undefined ? {} : { ip4 }),
    ...(ip6 === undefined ? {} : { ip6 }),
    ...optionalDns(success.dns),
  };
}

function familyConfig({ ips, routes }: Success, six: boolean): JsonObject | undefined {
  const first = ips.find((item) => isFamily6(item.address) === six);
  if (first === undefined) return undefined;
  const own = routes.filter((route) => isFamily6(route.dst) === six);
  return {
    ip: first.address,
    ...(first.gateway === undefined ? {} : { gateway: first.gateway }),
    ...(own.length === 0 ? {} : { routes: own }),
  };
}

function optionalDns(dns: JsonObject): JsonObject {
  return Object.keys(dns).length === 0 ? {} : { dns };
}

function isFamily6(cidr: unknown): boolean {
  return typeof cidr === 'string' && cidr.includes(':');
}
