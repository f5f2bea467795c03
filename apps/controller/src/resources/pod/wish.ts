// From a pod's requests and its namespace to the addresses it may get.

import { podPortName } from '@kube-ovn/crds';
import { failWith, ok, type Result } from '@kube-ovn/errors';
import { namespaceCell } from '../../cells/namespace.ts';
import type { PodFact } from '../../cells/pod.ts';
import type { AllocationWish } from '../../engine/facts.ts';
import type { View } from '../../engine/view.ts';
import { type PodRequests, readRequests } from './requests.ts';

/** Undefined while the namespace is not known yet. */
export function allocationWish(pod: PodFact, view: View): Result<AllocationWish> | undefined {
  const namespace = view.cell(namespaceCell, pod.namespace);
  if (namespace === undefined) return undefined;
  const read = readRequests(pod);
  if (!read.ok) return read;
  const { pool, statics, family, mac } = read.value;
  const subnets = subnetsOf(pod, read.value, namespace.subnets, view);
  if (!subnets.ok) return subnets;
  return ok({
    ipName: podPortName(pod.name, pod.namespace),
    subnets: subnets.value,
    family,
    pools: pool !== undefined ? [pool] : statics.length > 0 ? [] : namespace.pools,
    statics,
    mac,
    podName: pod.name,
    namespace: pod.namespace,
    nodeName: pod.nodeName,
    podType: pod.statefulSet === undefined ? '' : 'StatefulSet',
    provider: 'ovn',
  });
}

function subnetsOf(
  pod: PodFact,
  { pool, subnet: named }: PodRequests,
  bound: readonly string[],
  view: View,
): Result<readonly string[]> {
  if (pool === undefined) return ok(named === undefined ? bound : [named]);
  const object = view.get('IPPool', pool);
  if (object === undefined) return failWith('ERR_IPPOOL_MISSING', { pool });
  const subnet = String(object.spec?.subnet ?? '');
  if (named !== undefined && named !== subnet) {
    return failWith('ERR_IPPOOL_OF_OTHER_SUBNET', { pool, subnet, wanted: named });
  }
  const namespaces = (object.spec?.namespaces ?? []) as readonly string[];
  if (namespaces.length > 0 && !namespaces.includes(pod.namespace)) {
    return failWith('ERR_IPPOOL_FOREIGN', { address: 'any address', pool, namespace: pod.namespace });
  }
  return ok([subnet]);
}
