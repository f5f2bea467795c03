import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ColumnSchema, Transaction, type Value, valuesEqual } from './index.ts';
import { JsonReader } from './json-reader.ts';
import { readValue } from './read-value.ts';
import type { AtomType } from './schema.ts';
import { SMALL_SCHEMA } from './testing/small-schema.ts';

const A = '00000000-0000-4000-8000-00000000000a';

const ATOMS: Record<AtomType, fc.Arbitrary<string | number | boolean>> = {
  string: fc.string({ unit: 'binary' }),
  integer: fc.maxSafeInteger(),
  real: fc.double({ noNaN: true, noDefaultInfinity: true }),
  boolean: fc.boolean(),
  uuid: fc.uuid(),
};

function arbitraryValue({ kind, key, value, max }: ColumnSchema): fc.Arbitrary<Value> {
  const atom = ATOMS[key.type];
  const maxLength = max === 'unlimited' ? 50 : max;
  if (kind === 'scalar') return atom;
  if (kind === 'optional') return fc.option(atom, { nil: undefined });
  if (kind === 'set') return fc.uniqueArray(atom, { maxLength });
  return fc.dictionary(atom.map(String), ATOMS[value!.type], { maxKeys: maxLength });
}

test.each(Object.entries(SMALL_SCHEMA.tables.T!.columns))('%s: what is written is what is read', (name, column) => {
  fc.assert(
    fc.property(arbitraryValue(column), (value) => {
      const [operation] = new Transaction(SMALL_SCHEMA).update('T', A, { [name]: value }).operations;
      const wire = operation?.op === 'update' ? operation.row[name] : undefined;
      const reader = new JsonReader(JSON.stringify(wire));
      const read = readValue(column, reader);
      reader.end();
      expect(valuesEqual(read, JSON.parse(JSON.stringify({ value })).value)).toBe(true);
    }),
  );
});
