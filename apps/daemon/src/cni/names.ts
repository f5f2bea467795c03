// Names of the node's end of a pod's link. They are what DEL finds a pod's port by, so they depend on nothing but the request.

import { createHash } from 'node:crypto';

const ID_LENGTH = 12;
/** Longest interface name that leaves at least one character for the container. */
const LONGEST_PLAIN = 11;
const KUBEVIRT = /^pod.{11}$/;

export function hostLinkName(containerId: string, ifName: string): string {
  if (ifName === 'eth0') return `${containerId.slice(0, ID_LENGTH)}_h`;
  const short = KUBEVIRT.test(ifName) ? ifName.slice(3, 10) : ifName;
  if (short.length > LONGEST_PLAIN) return `${digest(containerId, ifName)}_h`;
  return `${containerId.slice(0, ID_LENGTH - short.length)}_${short}_h`;
}

/** The contract's form would leave no room for the container id: two pods would share a name. */
function digest(containerId: string, ifName: string): string {
  return createHash('sha256').update(`${containerId}/${ifName}`).digest('hex').slice(0, ID_LENGTH);
}
