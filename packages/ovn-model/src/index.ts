// Row types of the three OVN databases and the marks that say which rows are ours.
// Northbound rows are exported by their own name, the other two as `sb.Chassis`, `vswitch.Interface`.

export type { Columns } from './columns.ts';
export type * from './nb.generated.ts';
export { isOurs, OWNER_KEY, ownedBy, ownerOf, VENDOR, VENDOR_KEY } from './ownership.ts';
export type * as sb from './sb.generated.ts';
export type { SB_TABLES } from './sb.generated.ts';
export { NB_SCHEMA, SB_SCHEMA, VSWITCH_SCHEMA } from './schemas.ts';
export { sbTable, type TypedTable, typedTable, vswitchTable } from './typed-table.ts';
export type * as vswitch from './vswitch.generated.ts';
export type { VSWITCH_TABLES } from './vswitch.generated.ts';
