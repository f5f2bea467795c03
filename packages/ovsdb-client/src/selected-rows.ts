// The rows of a `select`, decoded by the schema. `_uuid` is there unless other columns were asked for.
import { JsonReader } from './json-reader.ts';
import { readValue } from './read-value.ts';
import { type TableSchema, UUID_COLUMN } from './schema.ts';
import type { Row, Value } from './value.ts';

export function decodeSelected(table: TableSchema | undefined, wire: unknown): readonly Row[] {
  if (!Array.isArray(wire)) return [];
  return wire.map((row: Readonly<Record<string, unknown>>) => {
    const decoded: Record<string, Value> = { _uuid: '' };
    for (const [name, value] of Object.entries(row)) {
      const column = name === '_uuid' ? UUID_COLUMN : table?.columns[name];
      if (column) decoded[name] = readValue(column, new JsonReader(JSON.stringify(value)));
    }
    return decoded as Row;
  });
}
