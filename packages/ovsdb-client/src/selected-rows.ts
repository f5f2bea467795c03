// The rows of a `select`, decoded by the schema. `_uuid` is always there; `_version` is not ours to show.
import { decodeValue } from './decode-value.ts';
import type { TableSchema } from './schema.ts';
import { isUuid, type Row, type Value } from './value.ts';

export function decodeSelected(table: TableSchema | undefined, wire: unknown): readonly Row[] {
  if (!Array.isArray(wire)) return [];
  return wire.map((row: Readonly<Record<string, unknown>>) => {
    const decoded: Record<string, Value> = { _uuid: '' };
    if (Array.isArray(row._uuid) && isUuid(row._uuid[1])) decoded._uuid = row._uuid[1];
    for (const [name, value] of Object.entries(row)) {
      const column = table?.columns[name];
      if (column) decoded[name] = decodeValue(column, value);
    }
    return decoded as Row;
  });
}
