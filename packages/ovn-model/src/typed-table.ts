// The client's untyped replica seen through the generated interfaces. A view only: no copies, no checks.
// Sound as long as the server's schema has the columns of ours, and the monitor asks for the columns that are read.

import type { Replica, Uuid } from '@kube-ovn/ovsdb-client';
import type { NB_TABLES } from './nb.generated.ts';
import type { SB_TABLES } from './sb.generated.ts';
import type { VSWITCH_TABLES } from './vswitch.generated.ts';

export interface TypedTable<Row> {
  readonly size: number;
  get(uuid: Uuid): Row | undefined;
  rows(): IterableIterator<Row>;
  index(name: string, key: (row: Row) => string | undefined): void;
  by(indexName: string, key: string): readonly Row[];
}

/** A table of the Northbound replica. */
export function typedTable<Name extends keyof NB_TABLES>(replica: Replica, table: Name): TypedTable<NB_TABLES[Name]> {
  return replica.table(table) as unknown as TypedTable<NB_TABLES[Name]>;
}

/** A table of the Southbound replica. */
export function sbTable<Name extends keyof SB_TABLES>(replica: Replica, table: Name): TypedTable<SB_TABLES[Name]> {
  return replica.table(table) as unknown as TypedTable<SB_TABLES[Name]>;
}

/** A table of a node's Open_vSwitch replica. */
export function vswitchTable<Name extends keyof VSWITCH_TABLES>(
  replica: Replica,
  table: Name,
): TypedTable<VSWITCH_TABLES[Name]> {
  return replica.table(table) as unknown as TypedTable<VSWITCH_TABLES[Name]>;
}
