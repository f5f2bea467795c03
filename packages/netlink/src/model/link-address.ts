// An IP address on a link as this package reports it.
import type { Family } from '../codec/ip-text.ts';
import type { RouteScope } from './route.ts';

export interface LinkAddress {
  readonly family: Family;
  readonly address: string;
  readonly prefixLength: number;
  /** "10.16.0.5/16" */
  readonly cidr: string;
  /** The far end of a point-to-point address. */
  readonly peer?: string;
  readonly broadcast?: string;
  readonly label?: string;
  readonly linkIndex: number;
  readonly link?: string;
  readonly scope: RouteScope;
  readonly noDad: boolean;
  readonly tentative: boolean;
  readonly dadFailed: boolean;
  readonly deprecated: boolean;
  readonly permanent: boolean;
  readonly noPrefixRoute: boolean;
  /** Seconds; absent: for ever. */
  readonly validLifetime?: number;
  readonly preferredLifetime?: number;
}

export interface AddressOptions {
  /** IPv6: usable at once, no duplicate address detection. */
  readonly noDad?: boolean;
  /** Do not let the kernel add the route of the prefix. */
  readonly noPrefixRoute?: boolean;
  readonly scope?: RouteScope;
}
