// The ends of a probe: a pod, a node, or the world outside.

import type { PerFamily } from '../network/address-plan.ts';

export interface PodEndpoint {
  readonly kind: 'pod';
  readonly name: string;
  readonly node: string;
  readonly subnet: string;
  readonly vpc: string;
  /** Pods of this subnet may talk to the outside under the node's address. */
  readonly natOutgoing: boolean;
  readonly addresses: PerFamily<string>;
  readonly netns: string;
}

export interface NodeEndpoint {
  readonly kind: 'node';
  readonly name: string;
  readonly addresses: PerFamily<string>;
  readonly netns: string;
}

export interface OutsideEndpoint {
  readonly kind: 'outside';
  readonly name: string;
  readonly addresses: PerFamily<string>;
  readonly netns: string;
}

export type Endpoint = PodEndpoint | NodeEndpoint | OutsideEndpoint;

/** Nodes and the outside belong to the VPC that nodes are joined to. */
export const DEFAULT_VPC = 'ovn-cluster';

export function vpcOf(endpoint: Endpoint): string {
  return endpoint.kind === 'pod' ? endpoint.vpc : DEFAULT_VPC;
}
