// A schema with a column of every kind, for tests that need no server.
import { type DatabaseSchema, parseSchema } from '../schema.ts';

const set = (key: unknown, min = 0, max: unknown = 'unlimited') => ({ type: { key, min, max } });

export const SMALL_SCHEMA: DatabaseSchema = parseSchema({
  name: 'Small',
  version: '1.0.0',
  tables: {
    T: {
      isRoot: true,
      indexes: [['name']],
      columns: {
        name: { type: 'string', mutable: false },
        count: { type: { key: { type: 'integer', minInteger: 0, maxInteger: 100 } } },
        weight: { type: 'real' },
        up: set('boolean', 0, 1),
        parent: set({ type: 'uuid', refTable: 'T', refType: 'weak' }, 0, 1),
        children: set({ type: 'uuid', refTable: 'T' }),
        tags: set('string'),
        pair: set('integer', 1, 2),
        kind: { type: { key: { type: 'string', enum: ['set', ['a', 'b']] } } },
        options: { type: { key: 'string', value: 'string', min: 0, max: 'unlimited' } },
        queues: { type: { key: 'integer', value: { type: 'uuid', refTable: 'T' }, min: 0, max: 'unlimited' } },
        one: { type: { key: 'string', value: 'integer', min: 0, max: 1 } },
      },
    },
  },
});
