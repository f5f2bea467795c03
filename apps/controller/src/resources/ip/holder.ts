// Who holds an IP object: a node, a running pod, a promise (StatefulSet, reservation), or nobody.

import { ANNOTATIONS, LABELS, nodePortName } from '@kube-ovn/crds';
import { cidrContains, parseAddress, parseCidr } from '@kube-ovn/ipam';
import type { IpFact } from '../../cells/ip.ts';
import { namespaceCell } from '../../cells/namespace.ts';
import { isReleased, type PodFact, podCell } from '../../cells/pod.ts';
import { specCell } from '../../cells/subnet-spec.ts';
import type { View } from '../../engine/view.ts';
import { asksForAnother } from '../pod/claim.ts';

export interface Holder {
  readonly role: 'node' | 'pod' | 'promise' | 'none';
  readonly nodeName: string;
  readonly pod?: PodFact;
  /** When the answer changes by time, epoch ms. */
  readonly releaseAt?: number;
}

const NOBODY: Holder = { role: 'none', nodeName: '' };
const PROMISE: Holder = { role: 'promise', nodeName: '' };

/** Addresses that the controller holds for itself (underlay interconnection, multicast querier); never collected here. */
const INTERNAL_OWNER = /^(u2o-interconnection|mcast-querier)\./;

export function findHolder(ip: IpFact, view: View): Holder {
  if (isNodeAddress(ip))
    return view.get('Node', ip.podName) === undefined ? NOBODY : { role: 'node', nodeName: ip.podName };
  if (INTERNAL_OWNER.test(ip.podName) || ip.podType === 'VirtualMachine') return PROMISE;
  const pod = view.cell(podCell, `${ip.namespace}/${ip.podName}`);
  if (pod !== undefined && !isReleased(pod, view.now)) {
    if (asksForAnother(pod, ip)) return ip.reserved ? PROMISE : NOBODY;
    return { role: 'pod', nodeName: pod.nodeName, pod, releaseAt: pod.releaseAt };
  }
  if (ip.reserved || !isKnown(ip, view)) return PROMISE;
  if (ip.podType === 'StatefulSet' && isPromised(ip, view)) return PROMISE;
  return NOBODY;
}

function isNodeAddress(ip: IpFact): boolean {
  return ip.namespace === '' && ip.name === nodePortName(ip.podName);
}

/** An object without the controller's label was made by a user and is a reservation. */
function isKnown(ip: IpFact, view: View): boolean {
  return view.get('IP', ip.name)?.metadata.labels?.[LABELS.ipReserved] !== undefined;
}

/** A StatefulSet pod keeps its address while its ordinal exists and its subnet is still the one it would get. */
function isPromised(ip: IpFact, view: View): boolean {
  const dash = ip.podName.lastIndexOf('-');
  const set = view.get('StatefulSet', `${ip.namespace}/${ip.podName.slice(0, dash)}`);
  if (set === undefined || set.metadata.deletionTimestamp !== undefined) return false;
  const ordinal = Number(ip.podName.slice(dash + 1));
  const { startOrdinal, replicas, templateAnnotations } = set.spec;
  if (!(ordinal >= startOrdinal && ordinal < startOrdinal + replicas)) return false;
  const template = templateAnnotations[ANNOTATIONS.logicalSwitch];
  const subnets = template === undefined ? view.cell(namespaceCell, ip.namespace)?.subnets : [template];
  return subnets !== undefined && subnets.includes(ip.subnet) && isInside(ip, view);
}

function isInside(ip: IpFact, view: View): boolean {
  const subnet = view.cell(specCell, ip.subnet);
  if (!subnet?.ok) return subnet !== undefined;
  const { v4, v6 } = subnet.value.cidrs;
  return contains(v4?.text, ip.v4) && contains(v6?.text, ip.v6);
}

/** An absent address is inside of everything: it must never look like a wrong one. */
function contains(cidr: string | undefined, address: string | undefined): boolean {
  if (address === undefined) return true;
  const [network, parsed] = [parseCidr(cidr ?? ''), parseAddress(address)];
  return network.ok && parsed.ok && cidrContains(network.value, parsed.value);
}
