// Which rows the diff may delete: those that carry our marks. Everything else in the database is invisible to it.

import { isOurs as hasVendorMark, ownerOf } from '@kube-ovn/ovn-model';
import type { Row } from '@kube-ovn/ovsdb-client';
import type { TableSpec } from './tables.ts';

/** Load_Balancer_Group has no external_ids column (ovn-nb(5)), so its rows are known by the names that the contract reserves. */
const GROUP_NAME = /^vpc-.+-(tcp|udp|sctp)-(sess-)?load$/;

export function isOurs(table: TableSpec, row: Row): boolean {
  if (table.name === 'Load_Balancer_Group') return GROUP_NAME.test(String(row.name));
  if (!hasVendorMark(row)) return false;
  return ownerOf(row) !== undefined || (table.superseded?.(row) ?? false);
}
