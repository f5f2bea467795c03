// What a row of Northbound is called when uuids say nothing: its name, or the columns that tell it from its like.

import type { DatabaseSchema, Row } from '@kube-ovn/ovsdb-client';

const KEY_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  Logical_Router_Policy: ['priority', 'match'],
  Logical_Router_Static_Route: ['route_table', 'policy', 'ip_prefix', 'nexthop'],
  ACL: ['direction', 'priority', 'match'],
  NAT: ['type', 'external_ip', 'logical_ip'],
  DHCP_Options: ['cidr'],
};

export function identityOfRow(table: string, row: Row): string {
  if (typeof row.name === 'string' && row.name !== '' && KEY_COLUMNS[table] === undefined) return row.name;
  const columns = KEY_COLUMNS[table];
  if (columns === undefined) return table;
  return columns.flatMap((column) => String(row[column] ?? '') || []).join(' ');
}

export interface ParentColumn {
  readonly table: string;
  readonly column: string;
}

/** The set columns that hold rows of a table and keep them alive. */
export function parentsOf(schema: DatabaseSchema, child: string): ParentColumn[] {
  return Object.entries(schema.tables).flatMap(([table, { columns }]) =>
    Object.entries(columns)
      .filter(([, { key, kind }]) => key.refTable === child && key.refType !== 'weak' && kind === 'set')
      .map(([column]) => ({ table, column })),
  );
}

/** Whether a column holds references to other rows. */
export function refersTo(schema: DatabaseSchema, table: string, column: string): string | undefined {
  return schema.tables[table]?.columns[column]?.key.refTable;
}
