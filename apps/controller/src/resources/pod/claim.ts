// Whether the address that lies ready for a pod's name is one that this pod may have.

import { ANNOTATIONS } from '@kube-ovn/crds';
import { parseAddress } from '@kube-ovn/ipam';
import type { IpFact } from '../../cells/ip.ts';
import type { PodFact } from '../../cells/pod.ts';
import { readRequests } from './requests.ts';

/**
 * A new pod of the same name that wants something else than its predecessor had. Whatever the allocation gives for the
 * same requests must be no reason to say yes here, or the two would take turns for ever.
 */
export function asksForAnother(pod: PodFact, ip: IpFact): boolean {
  if (pod.annotations[ANNOTATIONS.allocated] === 'true') return false;
  const read = readRequests(pod);
  if (!read.ok) return false;
  const { subnet, statics, family, mac } = read.value;
  if (subnet !== undefined && subnet !== ip.subnet) return true;
  if (mac !== undefined && mac !== ip.mac) return true;
  if ((family === 'v4' && ip.v6 !== undefined) || (family === 'v6' && ip.v4 !== undefined)) return true;
  return statics.length > 0 && !statics.some(({ v4, v6 }) => isSame(v4, ip.v4) && isSame(v6, ip.v6));
}

/** A family that is not asked for may be anything. */
function isSame(wanted: string | undefined, held: string | undefined): boolean {
  if (wanted === undefined) return true;
  const parsed = parseAddress(wanted);
  const own = held === undefined ? undefined : parseAddress(held);
  return parsed.ok && own?.ok === true && parsed.value.value === own.value.value;
}
