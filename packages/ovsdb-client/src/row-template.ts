// A row with every default, to be copied for each new row.
import { defaultValue } from './read-value.ts';
import type { ColumnSchema } from './schema.ts';
import type { Row, Value } from './value.ts';

/**
 * V8 turns an object that gains more than a dozen properties one by one into a hash table: ten times the time to copy, and
 * more memory in each row copied from it. JSON.parse makes it a struct, and copies stay one.
 */
export function rowTemplate(columns: readonly { name: string; schema: ColumnSchema }[]): Row {
  const template: Record<string, Value> = JSON.parse(
    JSON.stringify(Object.fromEntries(['_uuid', ...columns.map(({ name }) => name)].map((name) => [name, '']))),
  );
  for (const { name, schema } of columns) template[name] = defaultValue(schema);
  return template as Row;
}
