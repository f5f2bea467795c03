// The Success object of ADD in one version-free form: ours from the daemon's answer, joined to the previous plugin's result.

import type { Attachment } from './attachment.ts';
import { isObject, type JsonObject } from './json.ts';
import type { NetConf, Route } from './net-conf.ts';
import type { PodAnswer } from './pod-answer.ts';

export interface Success {
  readonly interfaces: readonly JsonObject[];
  readonly ips: readonly JsonObject[];
  readonly routes: readonly JsonObject[];
  readonly dns: JsonObject;
}

export function successOf(conf: NetConf, attachment: Attachment, answer: PodAnswer): Success {
  const dns = answer.dns !== undefined && Object.keys(answer.dns).length > 0 ? answer.dns : conf.dns;
  return {
    // The calling plugin of an IPAM delegation makes the interface and describes it itself: section 4 of the specification.
    interfaces: conf.ipamOnly ? [] : [podInterface(attachment, answer)],
    ips: answer.addresses.map(({ address, gateway }) => ({
      address,
      ...(gateway === '' ? {} : { gateway }),
      ...(conf.ipamOnly ? {} : { interface: 0 }),
    })),
    routes: resultRoutes(answer).map((route) => ({ ...route })),
    dns,
  };
}

/** The specification: what a previous plugin reported must be in our result too. Its interface indexes stay, ours move up. */
export function joinPrevious(previous: JsonObject | undefined, own: Success): Success {
  if (previous === undefined) return own;
  const interfaces = objects(previous.interfaces);
  const shifted = own.ips.map((ip) =>
    typeof ip.interface === 'number' ? { ...ip, interface: ip.interface + interfaces.length } : ip,
  );
  const previousDns = isObject(previous.dns) ? previous.dns : {};
  return {
    interfaces: [...interfaces, ...own.interfaces],
    ips: [...objects(previous.ips), ...shifted],
    routes: [...objects(previous.routes), ...own.routes],
    dns: Object.keys(own.dns).length > 0 ? own.dns : previousDns,
  };
}

function podInterface(attachment: Attachment, answer: PodAnswer): JsonObject {
  return {
    name: answer.nicName || attachment.ifName,
    ...(answer.macAddress === '' ? {} : { mac: answer.macAddress }),
    ...(answer.mtu === 0 ? {} : { mtu: answer.mtu }),
    sandbox: attachment.netns,
  };
}

function resultRoutes(answer: PodAnswer): readonly Route[] {
  if (answer.routes.length > 0) return answer.routes;
  return answer.addresses
    .filter(({ gateway }) => gateway !== '')
    .map(({ gateway }) => ({ dst: gateway.includes(':') ? '::/0' : '0.0.0.0/0', gw: gateway }));
}

function objects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
