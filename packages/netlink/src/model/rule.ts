// A policy routing rule, as asked for and as reported.
import type { Family } from '../codec/ip-text.ts';
import type { RULE_ACTIONS } from '../uapi/fib-rules.ts';
import type { RouteProtocol } from './route.ts';

export interface Rule {
  readonly family: Family;
  /** Absent when written: the kernel takes the number before the lowest rule. */
  readonly priority?: number;
  /** CIDR */
  readonly source?: string;
  readonly destination?: string;
  readonly mark?: number;
  /** Default 0xffffffff when a mark is given. */
  readonly markMask?: number;
  readonly inputLink?: string;
  readonly outputLink?: string;
  readonly table?: number;
  /** Default "table". */
  readonly action?: keyof typeof RULE_ACTIONS;
  readonly invert?: boolean;
  readonly protocol?: RouteProtocol;
}
