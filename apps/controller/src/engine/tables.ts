// table: the Northbound tables that the engine writes: natural key, parent, and which of their rows are ours to delete.

import { NB_SCHEMA } from '@kube-ovn/ovn-model';
import type { Row } from '@kube-ovn/ovsdb-client';
import type { RowId } from './facts.ts';

export interface TableSpec {
  readonly name: string;
  /** Set column of the parent table that holds rows of this table (ovn-nb(5): such rows vanish with their last reference). */
  readonly parent?: { readonly table: string; readonly column: string };
  /** Identity inside the table; `parentKey` is the natural key of the parent row ('' for root tables). */
  key(row: Row, parentKey: string): string;
  /** Map columns in which keys of others may live: only these keys are ours. Other maps are ours as a whole. */
  readonly sharedMaps?: Readonly<Record<string, readonly string[]>>;
  /** Set columns made of contributed members; undesired elements are removed. */
  readonly memberColumns?: readonly string[];
  /** Members are texts and no references: what is wanted and what exists can be compared element by element. */
  readonly plainMembers?: true;
  /** Rows of an earlier Kube-OVN (vendor mark, no owner key) that this controller replaces and therefore may delete. */
  superseded?(row: Row): boolean;
}

const byName = (row: Row) => String(row.name);
const ids = (row: Row) => (row.external_ids ?? {}) as Readonly<Record<string, string>>;

export const EXTERNAL_ID_KEYS = [
  'vendor',
  'owner',
  'ls',
  'lr',
  'pod',
  'node',
  'subnet',
  'address-family',
  'ippool',
  'protocol',
  'vips',
  'attach-vips',
] as const;

const TABLES: readonly TableSpec[] = [
  {
    name: 'Logical_Router',
    key: byName,
    sharedMaps: {
      options: ['mac_binding_age_threshold', 'dynamic_neigh_routers', 'always_learn_from_arp_request'],
      external_ids: EXTERNAL_ID_KEYS,
    },
    superseded: () => true,
  },
  { name: 'Logical_Switch', key: byName, sharedMaps: { external_ids: EXTERNAL_ID_KEYS }, superseded: () => true },
  { name: 'Load_Balancer_Group', key: byName },
  {
    name: 'Address_Set',
    key: byName,
    memberColumns: ['addresses'],
    plainMembers: true,
    sharedMaps: { external_ids: EXTERNAL_ID_KEYS },
  },
  {
    name: 'Port_Group',
    key: byName,
    memberColumns: ['ports'],
    sharedMaps: { external_ids: EXTERNAL_ID_KEYS },
    // The per subnet and node groups of distributed gateways; ours are one address set per node.
    superseded: (row) => Boolean(ids(row).subnet && ids(row).node),
  },
  {
    name: 'Logical_Switch_Port',
    parent: { table: 'Logical_Switch', column: 'ports' },
    key: byName,
    sharedMaps: {
      options: ['router-port', 'arp_proxy', 'requested-chassis', 'activation-strategy'],
      external_ids: EXTERNAL_ID_KEYS,
    },
    superseded: (row) => Boolean(ids(row).pod) || row.type === 'router' || String(row.name).startsWith('node-'),
  },
  {
    name: 'Logical_Router_Port',
    parent: { table: 'Logical_Router', column: 'ports' },
    key: byName,
    sharedMaps: { options: ['route_table'], external_ids: EXTERNAL_ID_KEYS },
  },
  {
    name: 'Logical_Router_Policy',
    parent: { table: 'Logical_Router', column: 'policies' },
    key: (row, parentKey) => `${parentKey}|${row.priority}|${row.match}`,
    sharedMaps: { external_ids: EXTERNAL_ID_KEYS },
    superseded: (row) =>
      Boolean(ids(row).subnet || ids(row).node) && !ids(row)['vpc-egress-gateway'] && !ids(row)['vpc-nat-gateway'],
  },
  {
    name: 'Logical_Router_Static_Route',
    parent: { table: 'Logical_Router', column: 'static_routes' },
    key: (row, parentKey) =>
      `${parentKey}|${row.route_table ?? ''}|${row.policy ?? 'dst-ip'}|${row.ip_prefix}|${row.nexthop}`,
    sharedMaps: { external_ids: EXTERNAL_ID_KEYS },
  },
];

export const TABLE_BY_NAME: ReadonlyMap<string, TableSpec> = new Map(TABLES.map((table) => [table.name, table]));
/** Parents before children: the order of inserts in one transaction. */
export const TABLE_ORDER: ReadonlyMap<string, number> = new Map(TABLES.map((table, index) => [table.name, index]));

export function rowId(table: string, key: string): RowId {
  return `${table}|${key}`;
}

export function tableOf(id: RowId): TableSpec {
  const name = id.slice(0, id.indexOf('|'));
  const table = TABLE_BY_NAME.get(name);
  if (table === undefined) throw new Error(`the engine has no table ${name}`);
  return table;
}

/** The natural key part of a row id. */
export function keyPart(id: RowId): string {
  return id.slice(id.indexOf('|') + 1);
}

/** Written by northd about the state of a port: no plan asks for them, and each change would have the row compared again. */
const OF_NORTHD: Readonly<Record<string, readonly string[]>> = {
  Logical_Switch_Port: ['up', 'dynamic_addresses'],
  Logical_Router_Port: ['status'],
};

/** Columns to monitor, for the client's `monitor` option. */
export const MONITORED_TABLES: Readonly<Record<string, readonly string[] | 'all'>> = {
  ...Object.fromEntries(TABLES.map(({ name }) => [name, columnsOf(name)])),
  NB_Global: ['options'],
};

function columnsOf(table: string): readonly string[] | 'all' {
  const without = OF_NORTHD[table];
  if (without === undefined) return 'all';
  return Object.keys(NB_SCHEMA.tables[table]!.columns).filter((column) => !without.includes(column));
}
