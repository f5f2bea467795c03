// table: the two databases of OVN's central half, and how their files, sockets and ports are called.

export interface DatabaseKind {
  readonly short: 'nb' | 'sb';
  /** As the schema and raft know it. */
  readonly name: 'OVN_Northbound' | 'OVN_Southbound';
  readonly schemaFile: string;
  readonly databaseFile: string;
  readonly socket: string;
  readonly controlSocket: string;
}

export const NORTHBOUND: DatabaseKind = {
  short: 'nb',
  name: 'OVN_Northbound',
  schemaFile: 'ovn-nb.ovsschema',
  databaseFile: 'ovnnb_db.db',
  socket: 'ovnnb_db.sock',
  controlSocket: 'ovnnb_db.ctl',
};

export const SOUTHBOUND: DatabaseKind = {
  short: 'sb',
  name: 'OVN_Southbound',
  schemaFile: 'ovn-sb.ovsschema',
  databaseFile: 'ovnsb_db.db',
  socket: 'ovnsb_db.sock',
  controlSocket: 'ovnsb_db.ctl',
};
