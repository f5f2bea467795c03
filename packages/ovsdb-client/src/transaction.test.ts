import { describe, expect, test } from 'vitest';
import { named, Transaction } from './index.ts';
import { SMALL_SCHEMA } from './testing/small-schema.ts';

const A = '00000000-0000-4000-8000-00000000000a';
const txn = () => new Transaction(SMALL_SCHEMA);

describe('values by the schema', () => {
  test.each([
    ['name', 'x', 'x'],
    ['count', 5, 5],
    ['weight', 1, 1],
    ['weight', 1.5, 1.5],
    ['up', true, true],
    ['up', undefined, ['set', []]],
    ['parent', A, ['uuid', A]],
    ['parent', named('p'), ['named-uuid', 'p']],
    ['children', [], ['set', []]],
    [
      'children',
      [A, named('p')],
      [
        'set',
        [
          ['uuid', A],
          ['named-uuid', 'p'],
        ],
      ],
    ],
    ['tags', ['a', 'b'], ['set', ['a', 'b']]],
    ['tags', 'a', 'a'],
    ['tags', A, A],
    ['options', {}, ['map', []]],
    ['options', { named: 'x' }, ['map', [['named', 'x']]]],
    ['queues', { 7: named('q') }, ['map', [[7, ['named-uuid', 'q']]]]],
    ['one', { a: 1 }, ['map', [['a', 1]]]],
  ] as const)('%s = %j', (column, value, wire) => {
    const { operations } = txn().update('T', A, { [column]: value });
    expect(operations).toEqual([
      { op: 'update', table: 'T', where: [['_uuid', '==', ['uuid', A]]], row: { [column]: wire } },
    ]);
  });

  test.each([
    ['name', 1, 'T.name: not a value of type string: 1'],
    ['name', undefined, 'undefined in a column that must have a value'],
    ['name', ['x'], 'an array in a column of one value'],
    ['count', 1.5, 'type integer'],
    ['count', Number.MAX_VALUE, 'type integer'],
    ['weight', Number.NaN, 'type real'],
    ['parent', 'no uuid', 'type uuid'],
    ['up', [true, false], 'at most 1'],
    ['tags', [1], 'type string'],
    ['options', ['a'], 'not an object'],
    ['options', { a: 1 }, 'type string'],
    ['queues', { x: A }, 'type integer'],
    ['nothing', 1, 'T has no column nothing'],
  ] as const)('%s = %j throws', (column, value, message) => {
    expect(() => txn().update('T', A, { [column]: value as never })).toThrow(message);
  });
});

test('insert gives a name to refer to, and leaves undefined columns to their default', () => {
  const t = txn();
  const parent = t.insert('T', { name: 'p', up: undefined, tags: undefined });
  t.insert('T', { name: 'c', parent }, 'child');
  expect(t.operations).toEqual([
    { op: 'insert', table: 'T', row: { name: 'p' }, 'uuid-name': 'row0' },
    { op: 'insert', table: 'T', row: { name: 'c', parent: ['named-uuid', 'row0'] }, 'uuid-name': 'child' },
  ]);
  expect(t.size).toBe(2);
});

test('names are identifiers, each once, and made-up names avoid the given ones', () => {
  const t = txn();
  t.insert('T', {}, 'row1');
  expect(t.insert('T', {})).not.toEqual(named('row1'));
  expect(() => t.insert('T', {}, 'row1')).toThrow('row1');
  expect(() => t.insert('T', {}, '1x')).toThrow('1x');
  expect(() => t.insert('T', {}, 'a-b')).toThrow('a-b');
});

test('rows are chosen by uuid, by name within the transaction, or by conditions', () => {
  const t = txn()
    .delete('T', A)
    .delete('T', named('x'))
    .delete('T', [['tags', 'includes', ['a']]])
    .delete('T', []);
  expect(t.operations.map((operation) => 'where' in operation && operation.where)).toEqual([
    [['_uuid', '==', ['uuid', A]]],
    [['_uuid', '==', ['named-uuid', 'x']]],
    [['tags', 'includes', ['set', ['a']]]],
    [],
  ]);
  expect(() => txn().delete('T', 'no uuid')).toThrow('not a uuid');
  expect(() => txn().delete('X', A)).toThrow('Small has no table X');
});

test.each([
  ['children', 'insert', [named('x')], ['set', [['named-uuid', 'x']]]],
  ['pair', 'delete', [1, 2, 3], ['set', [1, 2, 3]]],
  ['options', 'insert', { a: 'b' }, ['map', [['a', 'b']]]],
  ['options', 'delete', { a: 'b' }, ['map', [['a', 'b']]]],
  ['options', 'delete', ['a'], ['set', ['a']]],
  ['queues', 'delete', ['7'], ['set', [7]]],
  ['count', '+=', 2, 2],
] as const)('mutate %s %s %j', (column, mutator, value, wire) => {
  const { operations } = txn().mutate('T', A, [{ column, mutator, value: value as never }]);
  expect(operations[0]).toMatchObject({ op: 'mutate', mutations: [[column, mutator, wire]] });
});

test('wait, comment, assert, select and durable', () => {
  const t = txn()
    .wait('T', A, { name: 'x' }, '!=', 50)
    .waitAbsent('T', [['name', '==', 'y']])
    .comment('why')
    .assertLock('l')
    .select('T', A, ['name'])
    .durable();
  expect(t.operations).toEqual([
    {
      op: 'wait',
      table: 'T',
      where: [['_uuid', '==', ['uuid', A]]],
      columns: ['name'],
      until: '!=',
      rows: [{ name: 'x' }],
      timeout: 50,
    },
    { op: 'wait', table: 'T', where: [['name', '==', 'y']], columns: ['_uuid'], until: '==', rows: [], timeout: 0 },
    { op: 'comment', comment: 'why' },
    { op: 'assert', lock: 'l' },
    { op: 'select', table: 'T', where: [['_uuid', '==', ['uuid', A]]], columns: ['name'] },
    { op: 'commit', durable: true },
  ]);
});
