// The vocabulary of a plan: what one key wants to be true in OVN Northbound and in the API. Pure data, no behaviour.

import type { CodedError } from '@kube-ovn/errors';

/** Natural identity of a row, `<table>|<key>`; see tables.ts for the key of each table. */
export type RowId = string;

/** A reference to another desired row, resolved to its uuid when the transaction is written. */
export interface RowReference {
  readonly row: RowId;
}

export type ColumnValue =
  | string
  | number
  | boolean
  | undefined
  | readonly (string | number)[]
  | readonly RowReference[]
  | Readonly<Record<string, string>>;

export type Columns = Readonly<Record<string, ColumnValue>>;

/** One row owned by one key. */
export interface RowFact {
  readonly id: RowId;
  readonly columns: Columns;
  /** Columns that are given at the creation of the row and left alone afterwards (an adopted row keeps its own value). */
  readonly initial?: Columns;
  /** The row whose set column holds this row; absent for root tables. */
  readonly parent?: RowId;
}

/** One element that this key contributes to a set column of a row that some key owns. */
export interface MemberFact {
  readonly row: RowId;
  readonly column: string;
  readonly member: string | RowReference;
}

/** A write to the API server. Merge patches hold only what differs from the observed object. */
export type ApiWrite =
  | {
      readonly verb: 'patch';
      readonly kind: string;
      readonly key: string;
      readonly subresource?: 'status';
      readonly patch: object;
      readonly afterCommit: boolean;
    }
  | {
      readonly verb: 'delete';
      readonly kind: string;
      readonly key: string;
      readonly uid: string;
      readonly afterCommit: boolean;
    }
  | { readonly verb: 'create'; readonly kind: string; readonly object: object; readonly afterCommit: boolean };

export interface EventFact {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** A wish for an address. The ledger answers by creating an IP object, which makes the key be planned again. */
export interface AllocationWish {
  /** Name of the IP object and owner in the allocator. */
  readonly ipName: string;
  /** Subnets to try, in order. */
  readonly subnets: readonly string[];
  readonly family: 'v4' | 'v6' | 'dual' | 'any';
  /** Pools to try, in order; empty = the default pool. */
  readonly pools: readonly string[];
  /** Static requests to try, in order; empty = dynamic. */
  readonly statics: readonly { readonly v4?: string; readonly v6?: string }[];
  readonly mac?: string;
  readonly podName: string;
  readonly namespace: string;
  readonly nodeName: string;
  readonly podType: string;
  readonly provider: string;
}

export interface Plan {
  readonly rows: readonly RowFact[];
  readonly members: readonly MemberFact[];
  readonly writes: readonly ApiWrite[];
  readonly events: readonly EventFact[];
  readonly allocate?: AllocationWish;
  /** Why the object cannot be had as it is; its condition is among the writes. */
  readonly failure?: CodedError;
  /** The object is bad: what it had before stays as it is, in the database too. */
  readonly keep?: true;
  /** When the answer changes by time alone, epoch ms. */
  readonly recheckAt?: number;
}

export const NOTHING: Plan = { rows: [], members: [], writes: [], events: [] };
