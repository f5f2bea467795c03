// The paths that are pinged: between pods of one node, of two nodes, and to the outside by NAT.

import { podEndpoints } from '../cluster/pod-endpoints.ts';
import type { PodEndpoint } from '../probes/endpoint.ts';
import type { Sandbox } from '../sandbox.ts';
import type { PingPath } from './pinger.ts';

export function pingPaths({ api, kubelets, plan }: Sandbox): PingPath[] {
  const pods = podEndpoints(api.objects, (name) => kubelets.netnsOf(name));
  const find = (name: string): PodEndpoint => {
    const pod = pods.find((each) => each.name === name);
    if (!pod) throw new Error(`there is no pod ${name}`);
    return pod;
  };
  const [first, neighbour, far] = [find('shop/front-1'), find('shop/front-2'), find('shop/fixed')];
  return plan.families.flatMap((family) => [
    { name: `same node, IPv${family}`, netns: first.netns, target: neighbour.addresses[family]! },
    { name: `across nodes, IPv${family}`, netns: first.netns, target: far.addresses[family]! },
    { name: `to the outside, IPv${family}`, netns: first.netns, target: plan.outside[family]! },
  ]);
}
