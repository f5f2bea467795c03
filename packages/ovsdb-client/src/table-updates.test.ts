import { describe, expect, test } from 'vitest';
import { ProtocolError, type RowChange } from './index.ts';
import { JsonReader } from './json-reader.ts';
import { LiveReplica } from './replica.ts';
import { SMALL_SCHEMA } from './testing/small-schema.ts';
import { ZERO_UUID } from './value.ts';

const A = '00000000-0000-4000-8000-00000000000a';
const B = '00000000-0000-4000-8000-00000000000b';
const C = '00000000-0000-4000-8000-00000000000c';

function applyUpdate(replica: LiveReplica, wire: unknown): void {
  replica.readUpdate(new JsonReader(JSON.stringify(wire)))();
}

function applyDump(replica: LiveReplica, wire: unknown): void {
  replica.readDump(new JsonReader(JSON.stringify(wire)))();
}

function replicaOf(rows: Record<string, object> = {}): LiveReplica {
  const replica = new LiveReplica({ T: 'all' });
  replica.configure(SMALL_SCHEMA);
  applyDump(replica, { T: Object.fromEntries(Object.entries(rows).map(([uuid, row]) => [uuid, { initial: row }])) });
  return replica;
}

test('columns left out of an insert have their default', () => {
  const row = replicaOf({ [A]: { name: 'a' } })
    .table('T')
    .get(A)!;
  expect({ ...row, options: { ...(row.options as object) }, queues: {}, one: {} }).toEqual({
    _uuid: A,
    name: 'a',
    count: 0,
    weight: 0,
    up: undefined,
    parent: undefined,
    children: [],
    tags: [],
    pair: [0],
    kind: '',
    options: {},
    queues: {},
    one: {},
  });
});

test('values of the wire', () => {
  const row = replicaOf({
    [A]: {
      parent: ['uuid', B],
      children: ['uuid', B],
      tags: ['set', ['x', 'y']],
      up: false,
      queues: ['map', [[7, ['uuid', B]]]],
    },
    [B]: {
      up: ['set', []],
      pair: ['set', [1, 2]],
      options: [
        'map',
        [
          ['__proto__', 'own'],
          ['toString', 'own'],
        ],
      ],
    },
  });
  expect(row.table('T').get(A)).toMatchObject({
    parent: B,
    children: [B],
    tags: ['x', 'y'],
    up: false,
    queues: { 7: B },
  });
  const { options, ...b } = row.table('T').get(B)!;
  expect(b).toMatchObject({ up: undefined, pair: [1, 2] });
  expect(Object.entries(options as object)).toEqual([
    ['__proto__', 'own'],
    ['toString', 'own'],
  ]);
  expect('constructor' in (options as object)).toBe(false);
});

test('modify: sets toggle, maps merge, columns of at most one element are replaced', () => {
  const replica = replicaOf({
    [A]: {
      tags: ['set', ['x', 'y']],
      options: [
        'map',
        [
          ['a', '1'],
          ['b', '2'],
        ],
      ],
      one: ['map', [['a', 1]]],
      up: true,
    },
  });
  applyUpdate(replica, {
    T: {
      [A]: {
        modify: {
          tags: ['set', ['y', 'z']],
          options: [
            'map',
            [
              ['a', '1'],
              ['b', '3'],
              ['c', '4'],
            ],
          ],
          one: ['map', [['b', 2]]],
          up: ['set', []],
        },
      },
    },
  });
  const row = replica.table('T').get(A)!;
  expect(row).toMatchObject({ tags: ['x', 'z'], up: undefined });
  expect({ ...(row.options as object) }).toEqual({ b: '3', c: '4' });
  expect({ ...(row.one as object) }).toEqual({ b: 2 });
});

test('a change of a set tells what came and what went; other changes tell nothing of sets', () => {
  const replica = replicaOf({ [A]: { tags: ['set', ['x', 'y']] }, [B]: {} });
  const told: unknown[] = [];
  replica.onChange((changes) => told.push(...changes.map(({ sets }) => sets)));
  applyUpdate(replica, {
    T: { [A]: { modify: { tags: ['set', ['y', 'z']], name: 'a' } }, [B]: { modify: { name: 'b' } } },
  });
  applyUpdate(replica, { T: { [A]: { old: {}, new: { tags: 'w' } }, [C]: { insert: { tags: 'v' } } } });
  expect(told).toEqual([{ tags: { added: ['z'], removed: ['y'] } }, undefined, undefined, undefined]);
});

test('the plain update of RFC 7047 carries whole rows', () => {
  const replica = replicaOf({ [A]: { name: 'a' }, [B]: { name: 'b' } });
  applyUpdate(replica, {
    T: { [A]: { old: { name: 'a' }, new: { name: 'a2' } }, [B]: { old: { name: 'b' } }, [C]: { new: { name: 'c' } } },
  });
  expect([...replica.table('T').rows()].map(({ name }) => name)).toEqual(['a2', 'c']);
});

test('one update is told once, after all of it is in place', () => {
  const replica = replicaOf({ [A]: { name: 'a' } });
  const seen: (readonly RowChange[])[] = [];
  replica.onChange((changes) => {
    expect(replica.table('T').size).toBe(1);
    seen.push(changes);
  });
  applyUpdate(replica, { T: { [A]: { delete: null }, [B]: { insert: { name: 'b' } } } });
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject([
    { table: 'T', uuid: A, before: { name: 'a' }, after: undefined },
    { table: 'T', uuid: B, before: undefined, after: { name: 'b' } },
  ]);
});

describe('what does not fit is refused as a whole', () => {
  const good = { [C]: { insert: { name: 'c' } } };
  test.each([
    ['an insert of a row we have', { [A]: { insert: {} } }],
    ['a modify of a row we do not have', { [B]: { modify: {} } }],
    ['a delete of a row we do not have', { [B]: { delete: null } }],
    ['a row key that is no uuid', { xyz: { insert: {} } }],
    ['an update of no form', { [A]: {} }],
    ['an update that is no object', { [A]: 7 }],
    ['an unknown column', { [A]: { modify: { nothing: 1 } } }],
    ['_version', { [A]: { modify: { _version: ['uuid', B] } } }],
    ['a prototype as a column', JSON.parse(`{"${A}":{"modify":{"__proto__":{}}}}`)],
    ['a number for a string', { [A]: { modify: { name: 1 } } }],
    ['a broken uuid', { [A]: { modify: { parent: ['uuid', 'x'] } } }],
    ['an integer with a fraction', { [A]: { modify: { count: 1.5 } } }],
    ['two elements in an optional column', { [A]: { modify: { up: ['set', [true, false]] } } }],
    ['a set without elements', { [A]: { modify: { tags: ['set'] } } }],
    ['an object for a set', { [A]: { modify: { tags: {} } } }],
    ['a map entry of three', { [A]: { modify: { options: ['map', [['a', 'b', 'c']]] } } }],
    ['a set for a map', { [A]: { modify: { options: ['set', []] } } }],
    ['null', { [A]: { modify: { name: null } } }],
  ])('%s', (_name, update) => {
    const replica = replicaOf({ [A]: { name: 'a' } });
    const before = replica.table('T').get(A);
    let told = 0;
    replica.onChange(() => {
      told += 1;
    });
    expect(() => applyUpdate(replica, { T: { ...good, ...update } })).toThrow(ProtocolError);
    expect([...replica.table('T').rows()]).toEqual([before]);
    expect(told).toBe(0);
  });

  test.each([[null], [[]], [{ X: {} }], [{ T: 1 }]])('updates of the wrong form: %j', (wire) => {
    const replica = replicaOf({ [A]: {} });
    expect(() => applyUpdate(replica, wire)).toThrow(ProtocolError);
    expect(() => applyDump(replica, wire)).toThrow(ProtocolError);
    expect(replica.table('T').size).toBe(1);
  });
});

test('another schema forgets where to resume; the same one does not', () => {
  const replica = replicaOf();
  replica.resumeFrom = A;
  replica.configure(structuredClone(SMALL_SCHEMA));
  expect(replica.resumeFrom).toBe(A);
  replica.configure({ ...SMALL_SCHEMA, version: '2.0.0' });
  expect(replica.resumeFrom).toBe(ZERO_UUID);
});

test('tables and columns an older server lacks are not asked for', () => {
  const replica = new LiveReplica({ T: ['name', 'of the future'], Future: 'all' });
  replica.configure(SMALL_SCHEMA);
  expect(replica.monitorRequest()).toEqual({ T: [{ columns: ['name'] }] });
  expect(replica.table('Future').size).toBe(0);
});
