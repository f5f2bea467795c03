// Whether the address that lies ready for a pod's name is one that this pod may have.

import { ANNOTATIONS } from '@kube-ovn/crds';
import { parseAddress } from '@kube-ovn/ipam';
import type { IpFact } from '../../cells/ip.ts';
import type { PodFact } from '../../cells/pod.ts';
import { splitPair } from '../../engine/families.ts';

/** A new pod of the same name that wants something else than its predecessor had. */
export function asksForAnother(pod: PodFact, ip: IpFact): boolean {
  if (pod.annotations[ANNOTATIONS.allocated] === 'true') return false;
  const subnet = pod.annotations[ANNOTATIONS.logicalSwitch] ?? '';
  if (subnet !== '' && subnet !== ip.subnet) return true;
  const address = splitPair(pod.annotations[ANNOTATIONS.ipAddress]);
  if (address.v4 === undefined && address.v6 === undefined) return false;
  return !sameAddress(address.v4, ip.v4) || !sameAddress(address.v6, ip.v6);
}

/** A family that is not asked for may be anything. */
function sameAddress(wanted: string | undefined, held: string | undefined): boolean {
  if (wanted === undefined) return true;
  const parsed = parseAddress(wanted);
  const own = held === undefined ? undefined : parseAddress(held);
  return parsed.ok && own?.ok === true && parsed.value.value === own.value.value;
}
