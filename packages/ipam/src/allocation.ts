// What callers say to and hear from an allocator.

import type { Address } from './address.ts';
import type { Cidr } from './cidr.ts';

export interface SubnetConfig {
  readonly name: string;
  readonly v4?: Cidr;
  readonly v6?: Cidr;
  /** Canonical or not, as the Subnet says. Never handed out, whether in excludeIps or not. */
  readonly gateway?: { readonly v4?: string | Address; readonly v6?: string | Address };
  /** Never drawn or granted as a MAC. */
  readonly gatewayMac?: string;
  /** Ranges ("a", "a..b", CIDR) that are never drawn; a static request may still have them. */
  readonly excludeIps?: readonly string[];
  /** Addresses of nodes: never drawn. */
  readonly skip?: readonly Address[];
}

export interface StaticRequest {
  readonly v4?: string;
  readonly v6?: string;
  readonly mac?: string;
}

export interface AllocationRequest {
  /** The port name: one owner holds at most one address per family and one MAC. */
  readonly owner: string;
  /** 'mac' is for subnets without a CIDR. */
  readonly family: 'v4' | 'v6' | 'dual' | 'mac';
  /** IPPool to draw from; a static address must then lie inside it. Default: the rest of the subnet. */
  readonly pool?: string;
  readonly static?: StaticRequest;
  /** false: a static address or MAC may have several owners (live migration, user-made IP objects). */
  readonly checkConflict?: boolean;
}

export interface Allocation {
  readonly v4?: string;
  readonly v6?: string;
  readonly mac: string;
}

export interface Stray {
  readonly owner: string;
  readonly address: string;
}

export interface AllocatorOptions {
  /** Source of canonical, locally administered unicast MACs; give a fixed one in tests. */
  readonly randomMac?: () => string;
}
