// Every name and address of the cluster, as a function of the options. Nothing of it is visible outside, so it never collides.

import { type LabOptions, MAX_NODES } from '../options.ts';

export type Family = 4 | 6;

/** A value per family; families that the stack does not have are absent. */
export type PerFamily<T> = { readonly [F in Family]?: T };

export interface NodePlan {
  readonly name: string;
  readonly index: number;
  readonly controlPlane: boolean;
  /** On eth0: the node's own. */
  readonly address: PerFamily<string>;
  /** On eth1: tunnels. */
  readonly tunnel: PerFamily<string>;
}

export interface ClusterPlan extends LabOptions {
  readonly families: readonly Family[];
  readonly nodeList: readonly NodePlan[];
  /** Of the bridge that the nodes' eth0 are plugged into; a host of the outside world for the nodes. */
  readonly gateway: PerFamily<string>;
  readonly podCidr: PerFamily<string>;
  readonly serviceCidr: PerFamily<string>;
  readonly apiService: PerFamily<string>;
  readonly dnsService: PerFamily<string>;
}

export const PREFIX_LENGTH: Readonly<Record<Family, number>> = { 4: 24, 6: 64 };
export const API_PORT = 6443;
const NODE_NET = 18;
const TUNNEL_NET = 19;

export function clusterPlan(options: LabOptions): ClusterPlan {
  const families = familiesOf(options);
  const pick = <T>(values: Readonly<Record<Family, T>>): PerFamily<T> =>
    Object.fromEntries(families.map((family) => [family, values[family]]));
  const host = (net: number, number: number) => pick({ 4: `172.${net}.0.${number}`, 6: `fd00:172:${net}::${number}` });
  return {
    ...options,
    families,
    nodeList: Array.from({ length: options.nodes }, (_, index) => ({
      name: index === 0 ? 'control-plane' : `worker-${index}`,
      index,
      controlPlane: index === 0,
      address: host(NODE_NET, index + 2),
      tunnel: host(TUNNEL_NET, index + 2),
    })),
    gateway: host(NODE_NET, 1),
    // The stand-in network takes a /64 of IPv6 per node, as Kubernetes hands them out; ours takes one network for all.
    podCidr: pick({ 4: '10.16.0.0/16', 6: options.network === 'ptp' ? 'fd00:10:16::/56' : 'fd00:10:16::/112' }),
    serviceCidr: pick({ 4: '10.96.0.0/12', 6: 'fd00:10:96::/112' }),
    apiService: pick({ 4: '10.96.0.1', 6: 'fd00:10:96::1' }),
    dnsService: pick({ 4: '10.96.0.10', 6: 'fd00:10:96::a' }),
  };
}

/** With every node that may still join. */
export function largestPlan({ stack, network, kubeProxy }: LabOptions): ClusterPlan {
  return clusterPlan({ nodes: MAX_NODES, stack, network, kubeProxy });
}

function familiesOf({ stack }: LabOptions): readonly Family[] {
  if (stack === 'dual') return [4, 6];
  return [stack === 'ipv4' ? 4 : 6];
}

export function controlPlane(plan: ClusterPlan): NodePlan {
  return plan.nodeList[0]!;
}

/** What is written where only one can be: IPv4 if there is one. */
export function primary<T>(values: PerFamily<T>): T {
  const value = values[4] ?? values[6];
  if (value === undefined) throw new Error('a plan has at least one family');
  return value;
}

export function allOf<T>(values: PerFamily<T>): T[] {
  return [values[4], values[6]].filter((value) => value !== undefined);
}

export function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}
