// The running pods as ends of probes, with what their subnets promise.

import type { AnyObject, Objects } from '@kube-ovn/testkit';
import type { PerFamily } from '../network/address-plan.ts';
import type { PodEndpoint } from '../probes/endpoint.ts';
import { type Pod, podName } from './pod.ts';

interface SubnetObject extends AnyObject {
  readonly spec: { readonly vpc?: string; readonly natOutgoing?: boolean };
}

/** In the order of creation. Pods that are not attached (yet) are left out. */
export function podEndpoints(objects: Objects, netnsOf: (pod: string) => string | undefined): PodEndpoint[] {
  const pods = objects.list<Pod>('pods').filter((pod) => pod.status?.phase === 'Running');
  return pods.flatMap((pod) => {
    const name = podName(pod);
    const netns = netnsOf(name);
    const subnet = pod.metadata.annotations?.['ovn.kubernetes.io/logical_switch'];
    if (netns === undefined || subnet === undefined) return [];
    const spec = objects.get<SubnetObject>('subnets', subnet)?.spec;
    return {
      kind: 'pod',
      name,
      node: pod.spec.nodeName ?? '',
      subnet,
      vpc: spec?.vpc || 'ovn-cluster',
      natOutgoing: spec?.natOutgoing ?? false,
      addresses: byFamily((pod.status?.podIPs ?? []).map(({ ip }) => ip)),
      netns,
    };
  });
}

function byFamily(addresses: readonly string[]): PerFamily<string> {
  return Object.fromEntries(addresses.map((address) => [address.includes(':') ? 6 : 4, address]));
}
