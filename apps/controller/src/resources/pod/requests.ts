// What a pod's annotations ask for, read once: both the allocation and the question whether an address fits stand on this.

import { ANNOTATIONS } from '@kube-ovn/crds';
import { failWith, ok, type Result } from '@kube-ovn/errors';
import { parseMac } from '@kube-ovn/ipam';
import type { PodFact } from '../../cells/pod.ts';
import type { AllocationWish } from '../../engine/facts.ts';
import { parseStatics, type StaticRequest } from './static-requests.ts';

export interface PodRequests {
  /** Subnet by name; undefined = those of the namespace. */
  readonly subnet?: string;
  /** IPPool by name. */
  readonly pool?: string;
  /** Fixed addresses of which the pod gets the first that is free; empty = any. */
  readonly statics: readonly StaticRequest[];
  readonly family: AllocationWish['family'];
  readonly mac?: string;
}

export function readRequests(pod: PodFact): Result<PodRequests> {
  const text = (key: string) => pod.annotations[key]?.trim() ?? '';
  const list = text(ANNOTATIONS.ipPool);
  const pool = list !== '' && !/[.:,;]/.test(list) ? list : undefined;
  const statics = readStatics(pod, text(ANNOTATIONS.ipAddress), pool === undefined ? list : '');
  if (!statics.ok) return statics;
  const family = readFamily(text(ANNOTATIONS.ipFamily).toLowerCase());
  if (!family.ok) return family;
  const macText = text(ANNOTATIONS.macAddress);
  const mac = macText === '' ? ok(undefined) : parseMac(macText);
  if (!mac.ok) return mac;
  const subnet = text(ANNOTATIONS.logicalSwitch) || undefined;
  return ok({ subnet, pool, statics: statics.value, family: family.value, mac: mac.value });
}

function readStatics(pod: PodFact, fixed: string, pool: string): Result<readonly StaticRequest[]> {
  if (fixed !== '') return parseStatics(fixed);
  if (pool === '') return ok([]);
  const list = parseStatics(pool);
  if (!list.ok || pod.statefulSet === undefined) return list;
  const ordinal = Number(pod.name.slice(pod.statefulSet.length + 1));
  const own = list.value[ordinal];
  if (own === undefined)
    return failWith('ERR_POD_IP_POOL_ORDINAL', { pod: pod.name, ordinal, count: list.value.length });
  return ok([own]);
}

function readFamily(text: string): Result<AllocationWish['family']> {
  if (text === '') return ok('any');
  if (text === 'ipv4') return ok('v4');
  if (text === 'ipv6') return ok('v6');
  return failWith('ERR_POD_IP_FAMILY', { value: text });
}
