// What a Subnet spec is once it has been completed and checked, and what it is completed from.

import type { DualCidr } from '@kube-ovn/ipam';
import type { SubnetSpec } from './schema.ts';

export type SubnetProtocol = 'IPv4' | 'IPv6' | 'Dual' | 'Mac';

/** The spec to write back; fields that nobody here knows are still in it. */
export interface NormalSubnetSpec extends SubnetSpec {
  /** Network form, canonical, IPv4 first; empty only for protocol Mac. */
  cidrBlock: string;
  protocol: SubnetProtocol;
  /** One address per family of the CIDR; empty only for protocol Mac. */
  gateway: string;
  /** Merged and sorted, every gateway included. */
  excludeIps: string[];
  provider: string;
}

export interface SubnetDefaults {
  /** `--cluster-router`. */
  readonly defaultVpc: string;
  /** `--default-ls`. */
  readonly defaultSubnet: string;
  /** `--node-switch`. */
  readonly joinSubnet: string;
  /** `--enable-lb`. */
  readonly enableLb: boolean;
  /** Service address(es) of the API server, which no subnet of the default VPC may contain. */
  readonly apiServerAddresses?: readonly string[];
}

/** What the rules look at: the completed spec with its addresses read. */
export interface SubnetFacts {
  readonly name: string;
  readonly spec: NormalSubnetSpec;
  readonly cidr: DualCidr;
  readonly defaults: SubnetDefaults;
}
