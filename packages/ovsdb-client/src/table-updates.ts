// Reads <table-updates> (RFC 7047 section 4.1.6) and <table-updates2> (ovsdb-server(7) section 4.1.14) against the rows we
// hold. It changes nothing: an update that does not fit is a ProtocolError before a single row has moved.
import { ProtocolError } from './ovsdb-error.ts';
import type { JsonObject, LiveTable } from './replica-table.ts';
import { isUuid, type Row, type Uuid } from './value.ts';
import { rowsEqual } from './values-equal.ts';

export interface RowChange {
  readonly table: string;
  readonly uuid: Uuid;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

type Tables = ReadonlyMap<string, LiveTable>;

/** The changes an update makes to what we hold. */
export function readUpdate(tables: Tables, wire: unknown): RowChange[] {
  const changes: RowChange[] = [];
  const updates = asObject(wire);
  for (const table in updates) {
    const live = tableOf(tables, table);
    const rows = asObject(updates[table]);
    for (const uuid in rows) {
      const before = live.get(uuid);
      changes.push({ table, uuid, before, after: rowAfter(live, uuidOf(uuid), before, asObject(rows[uuid])) });
    }
  }
  return changes;
}

/** The changes that lead from what we hold to a full dump: equal rows stay the same object and are no change. */
export function readDump(tables: Tables, wire: unknown): RowChange[] {
  const dump = asObject(wire);
  for (const table in dump) tableOf(tables, table);
  const changes: RowChange[] = [];
  for (const live of tables.values()) compareTable(live, asObject(dump[live.name] ?? {}), changes);
  return changes;
}

function compareTable(live: LiveTable, rows: JsonObject, changes: RowChange[]): void {
  const { columnNames, name: table } = live;
  for (const uuid in rows) {
    const before = live.get(uuid);
    const after = rowAfter(live, uuidOf(uuid), undefined, asObject(rows[uuid]))!;
    if (before && rowsEqual(before, after, columnNames)) continue;
    changes.push({ table, uuid, before, after });
  }
  for (const before of live.rows()) {
    if (rows[before._uuid] === undefined) changes.push({ table, uuid: before._uuid, before, after: undefined });
  }
}

function rowAfter(live: LiveTable, uuid: Uuid, before: Row | undefined, update: JsonObject): Row | undefined {
  const whole = update.initial ?? update.insert;
  if (whole !== undefined) {
    if (before) throw new ProtocolError(`insert of a row we have: ${live.name} ${uuid}`);
    return live.decodeRow(uuid, asObject(whole));
  }
  // RFC 7047: the new row is complete, whether it was inserted or modified.
  if (update.new !== undefined) return live.decodeRow(uuid, asObject(update.new));
  if (update.modify !== undefined) return live.decodeModified(known(live, uuid, before), asObject(update.modify));
  if ('delete' in update || update.old !== undefined) {
    known(live, uuid, before);
    return undefined;
  }
  throw new ProtocolError(`an update of no known form: ${JSON.stringify(update).slice(0, 200)}`);
}

function known(live: LiveTable, uuid: Uuid, before: Row | undefined): Row {
  if (before) return before;
  throw new ProtocolError(`change of a row we do not have: ${live.name} ${uuid}`);
}

function tableOf(tables: Tables, name: string): LiveTable {
  const live = tables.get(name);
  if (!live) throw new ProtocolError(`an update of table ${name}, which is not monitored`);
  return live;
}

function uuidOf(text: string): Uuid {
  if (isUuid(text)) return text;
  throw new ProtocolError(`not a row uuid: ${JSON.stringify(text)}`);
}

function asObject(wire: unknown): JsonObject {
  if (typeof wire === 'object' && wire !== null && !Array.isArray(wire)) return wire as JsonObject;
  throw new ProtocolError(`not an object: ${JSON.stringify(wire)?.slice(0, 200)}`);
}
