import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ProtocolError } from './ovsdb-error.ts';
import { parseSchema } from './schema.ts';
import { dataPlaneRoot, schemaFile } from './testing/data-plane-root.ts';
import { SMALL_SCHEMA } from './testing/small-schema.ts';

test('every default of a column is filled in', () => {
  const { columns, ...table } = SMALL_SCHEMA.tables.T!;
  expect(table).toEqual({ isRoot: true, maxRows: 'unlimited', indexes: [['name']] });
  expect(columns.name).toEqual({
    kind: 'scalar',
    key: { type: 'string' },
    min: 1,
    max: 1,
    ephemeral: false,
    mutable: false,
  });
  expect(columns.count!.key).toEqual({ type: 'integer', minimum: 0, maximum: 100 });
  expect(columns.children!.key).toEqual({ type: 'uuid', refTable: 'T', refType: 'strong' });
  expect(columns.kind!.key.enum).toEqual(['a', 'b']);
  const kinds = Object.fromEntries(Object.entries(columns).map(([name, { kind }]) => [name, kind]));
  expect(kinds).toMatchObject({
    weight: 'scalar',
    up: 'optional',
    tags: 'set',
    pair: 'set',
    queues: 'map',
    one: 'map',
  });
});

test.each([[null], [[]], [{ name: 'x' }], [{ name: 'x', tables: { T: {} } }], [{ tables: {} }]])(
  'no schema: %j',
  (json) => {
    expect(() => parseSchema(json)).toThrow(ProtocolError);
  },
);

test('a column of an unknown type is named', () => {
  const broken = { name: 'x', tables: { T: { columns: { c: { type: 'decimal' } } } } };
  expect(() => parseSchema(broken)).toThrow('T.c: no such type: "decimal"');
});

describe.skipIf(!dataPlaneRoot())('the real schemas', () => {
  test.each(['OVN_Northbound', 'OVN_Southbound', 'Open_vSwitch'])('%s', (database) => {
    const schema = parseSchema(JSON.parse(readFileSync(schemaFile(dataPlaneRoot()!, database), 'utf8')));
    expect(schema.name).toBe(database);
    expect(Object.keys(schema.tables).length).toBeGreaterThan(15);
  });
});
