// Reads <table-updates> (RFC 7047 section 4.1.6) and <table-updates2> (ovsdb-server(7) section 4.1.14) against the rows we
// hold. It changes nothing: an update that does not fit is a ProtocolError before a single row has moved.
import type { SetChange } from './apply-difference.ts';
import type { JsonReader } from './json-reader.ts';
import { ProtocolError } from './ovsdb-error.ts';
import type { LiveTable } from './replica-table.ts';
import type { Row, Uuid } from './value.ts';
import { rowsEqual } from './values-equal.ts';

export interface RowChange {
  readonly table: string;
  readonly uuid: Uuid;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
  /** Of a change of set columns that the server told as such: what came and what went, per column. */
  readonly sets?: Readonly<Record<string, SetChange>>;
}

type Tables = ReadonlyMap<string, LiveTable>;

/** The changes an update makes to what we hold. */
export function readUpdate(tables: Tables, reader: JsonReader): RowChange[] {
  const changes: RowChange[] = [];
  eachTable(tables, reader, (live) => {
    eachRow(reader, (uuid) => {
      const before = live.get(uuid);
      const sets: Record<string, SetChange> = {};
      const after = rowAfter(live, uuid, before, reader, sets);
      changes.push({ table: live.name, uuid, before, after, sets: isEmpty(sets) ? undefined : sets });
    });
  });
  return changes;
}

/** The changes that lead from what we hold to a full dump: equal rows stay the same object and are no change. */
export function readDump(tables: Tables, reader: JsonReader): RowChange[] {
  const changes: RowChange[] = [];
  const seen = new Set<Row>();
  eachTable(tables, reader, (live) => {
    const { columnNames, name: table } = live;
    eachRow(reader, (uuid) => {
      const before = live.get(uuid);
      const after = rowAfter(live, uuid, undefined, reader)!;
      if (before) seen.add(before);
      if (!before || !rowsEqual(before, after, columnNames)) changes.push({ table, uuid, before, after });
    });
  });
  for (const live of tables.values()) {
    for (const before of live.rows()) {
      if (!seen.has(before)) changes.push({ table: live.name, uuid: before._uuid, before, after: undefined });
    }
  }
  return changes;
}

function eachTable(tables: Tables, reader: JsonReader, read: (live: LiveTable) => void): void {
  if (!reader.opens('{')) return;
  do {
    const name = reader.name();
    const live = tables.get(name);
    if (!live) throw new ProtocolError(`an update of table ${name}, which is not monitored`);
    read(live);
  } while (reader.continues('}'));
}

function eachRow(reader: JsonReader, read: (uuid: Uuid) => void): void {
  if (!reader.opens('{')) return;
  do {
    reader.expect('"');
    const uuid = reader.uuid();
    reader.expect('":');
    read(uuid);
  } while (reader.continues('}'));
}

function rowAfter(
  live: LiveTable,
  uuid: Uuid,
  before: Row | undefined,
  reader: JsonReader,
  sets?: Record<string, SetChange>,
): Row | undefined {
  let after: Row | undefined;
  if (reader.skips('{"initial":') || reader.skips('{"insert":')) {
    if (before) throw new ProtocolError(`insert of a row we have: ${live.name} ${uuid}`);
    after = live.readRow(uuid, reader);
  } else if (reader.skips('{"modify":')) after = live.readModified(known(live, uuid, before), reader, sets);
  else if (reader.skips('{"delete":null')) known(live, uuid, before);
  else after = rowAfterPlain(live, uuid, before, reader);
  reader.expect('}');
  return after;
}

/** RFC 7047 without extensions: `old` what it was, as far as it changed, `new` the whole row as it is. */
function rowAfterPlain(live: LiveTable, uuid: Uuid, before: Row | undefined, reader: JsonReader): Row | undefined {
  const hasOld = reader.skips('{"old":');
  if (hasOld) {
    known(live, uuid, before);
    reader.json();
  }
  if (reader.skips(hasOld ? ',"new":' : '{"new":')) {
    const after = live.readRow(uuid, reader);
    if (reader.skips(',"old":')) reader.json();
    return after;
  }
  if (!hasOld) throw reader.unexpected('an update of a row');
  return undefined;
}

function known(live: LiveTable, uuid: Uuid, before: Row | undefined): Row {
  if (before) return before;
  throw new ProtocolError(`change of a row we do not have: ${live.name} ${uuid}`);
}

function isEmpty(sets: object): boolean {
  for (const _ in sets) return false;
  return true;
}
