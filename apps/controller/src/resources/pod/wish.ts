// From a pod's annotations and its namespace to the addresses it may get.

import { ANNOTATIONS, podPortName } from '@kube-ovn/crds';
import { failWith, ok, type Result } from '@kube-ovn/errors';
import { parseMac } from '@kube-ovn/ipam';
import { namespaceCell } from '../../cells/namespace.ts';
import type { PodFact } from '../../cells/pod.ts';
import type { AllocationWish } from '../../engine/facts.ts';
import type { View } from '../../engine/view.ts';
import { parseStatics, type StaticRequest } from './static-requests.ts';

/** Undefined while the namespace is not known yet. */
export function allocationWish(pod: PodFact, view: View): Result<AllocationWish> | undefined {
  const namespace = view.cell(namespaceCell, pod.namespace);
  if (namespace === undefined) return undefined;
  const { annotations } = pod;
  const pool = annotations[ANNOTATIONS.ipPool]?.trim() ?? '';
  const fixed = annotations[ANNOTATIONS.ipAddress]?.trim() ?? '';
  const namedPool = pool !== '' && !/[.:,;]/.test(pool) ? pool : undefined;
  const statics = staticRequests(pod, fixed, namedPool === undefined ? pool : '');
  if (!statics.ok) return statics;
  const family = familyOf(pod);
  if (!family.ok) return family;
  const mac = macOf(pod);
  if (!mac.ok) return mac;
  const subnets = subnetsOf(pod, namedPool, namespace.subnets, view);
  if (!subnets.ok) return subnets;
  return ok({
    ipName: podPortName(pod.name, pod.namespace),
    subnets: subnets.value,
    family: family.value,
    pools: namedPool !== undefined ? [namedPool] : statics.value.length > 0 ? [] : namespace.pools,
    statics: statics.value,
    mac: mac.value,
    podName: pod.name,
    namespace: pod.namespace,
    nodeName: pod.nodeName,
    podType: pod.statefulSet === undefined ? '' : 'StatefulSet',
    provider: 'ovn',
  });
}

function staticRequests(pod: PodFact, fixed: string, pool: string): Result<readonly StaticRequest[]> {
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

function subnetsOf(
  pod: PodFact,
  pool: string | undefined,
  bound: readonly string[],
  view: View,
): Result<readonly string[]> {
  const named = pod.annotations[ANNOTATIONS.logicalSwitch]?.trim() ?? '';
  if (pool === undefined) return ok(named === '' ? bound : [named]);
  const object = view.get('IPPool', pool);
  if (object === undefined) return failWith('ERR_IPPOOL_MISSING', { pool });
  const subnet = String(object.spec?.subnet ?? '');
  if (named !== '' && named !== subnet) return failWith('ERR_IPPOOL_OF_OTHER_SUBNET', { pool, subnet, wanted: named });
  const namespaces = (object.spec?.namespaces ?? []) as readonly string[];
  if (namespaces.length > 0 && !namespaces.includes(pod.namespace)) {
    return failWith('ERR_IPPOOL_FOREIGN', { address: 'any address', pool, namespace: pod.namespace });
  }
  return ok([subnet]);
}

function familyOf(pod: PodFact): Result<AllocationWish['family']> {
  const text = pod.annotations[ANNOTATIONS.ipFamily]?.trim().toLowerCase() ?? '';
  if (text === '') return ok('any');
  if (text === 'ipv4') return ok('v4');
  if (text === 'ipv6') return ok('v6');
  return failWith('ERR_POD_IP_FAMILY', { value: text });
}

function macOf(pod: PodFact): Result<string | undefined> {
  const text = pod.annotations[ANNOTATIONS.macAddress]?.trim() ?? '';
  return text === '' ? ok(undefined) : parseMac(text);
}
