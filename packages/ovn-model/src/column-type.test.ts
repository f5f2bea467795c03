import { describe, expect, test } from 'vitest';
import { columnNote, columnType } from '../scripts/column-type.ts';
import { interfaceName } from '../scripts/emit.ts';
import type { RawColumn } from '../scripts/schema-files.ts';

describe('a column becomes the type of its decoded value', () => {
  const cases: readonly [string, RawColumn['type'], string][] = [
    ['scalar', 'string', 'string'],
    ['scalar by object', { key: 'boolean' }, 'boolean'],
    ['optional', { key: 'integer', min: 0, max: 1 }, 'number | undefined'],
    ['set', { key: 'real', min: 0, max: 'unlimited' }, 'readonly number[]'],
    ['bounded set', { key: 'string', min: 1, max: 32 }, 'readonly string[]'],
    ['map', { key: 'string', value: 'string', min: 0, max: 'unlimited' }, 'Readonly<Record<string, string>>'],
    ['map keyed by integers', { key: 'integer', value: 'uuid', min: 0, max: 8 }, 'Readonly<Record<string, Uuid>>'],
    ['enum', { key: { type: 'string', enum: ['set', ['b', 'a']] } }, "'a' | 'b'"],
    ['enum of one', { key: { type: 'string', enum: 'geneve' } }, "'geneve'"],
    ['set of enum', { key: { type: 'string', enum: ['set', ['b', 'a']] }, max: 2 }, "readonly ('a' | 'b')[]"],
    ['reference', { key: { type: 'uuid', refTable: 'ACL' }, min: 0, max: 1 }, 'Uuid | undefined'],
  ];
  test.each(cases)('%s', (_name, type, expected) => {
    expect(columnType({ type })).toBe(expected);
  });
});

test('the note says what the type cannot', () => {
  expect(columnNote({ type: { key: { type: 'uuid', refTable: 'ACL', refType: 'weak' } }, mutable: false })).toBe(
    '-> ACL (weak), set at insert only',
  );
  expect(columnNote({ type: { key: { type: 'integer', minInteger: 0, maxInteger: 3 } }, ephemeral: true })).toBe(
    '0..3, ephemeral',
  );
  expect(columnNote({ type: 'string' })).toBe('');
});

test('table names become interface names', () => {
  expect(['Logical_Switch_Port', 'NAT', 'sFlow'].map(interfaceName)).toEqual(['LogicalSwitchPort', 'NAT', 'SFlow']);
});
