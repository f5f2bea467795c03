import { expect, test } from 'vitest';
import * as z from 'zod';
import { count } from '../schema/count.ts';
import { shape } from '../schema/shape.ts';
import { structuralSchema } from './structural-schema.ts';

test('limits, lists and CEL rules reach the schema', () => {
  const schema = shape({
    replicas: z.int().min(0).max(10).default(1).meta({ format: 'int32' }),
    prefix: z
      .string()
      .regex(/^[a-z]*$/)
      .optional()
      .meta({ 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'is immutable' }] }),
    mode: z.enum(['Local', 'Cluster']).optional(),
    ips: z.array(z.string()).max(2).meta({ 'x-kubernetes-list-type': 'set' }),
  });
  expect(structuralSchema(schema)).toEqual({
    type: 'object',
    required: ['ips'],
    properties: {
      replicas: { type: 'integer', format: 'int32', minimum: 0, maximum: 10, default: 1 },
      prefix: {
        type: 'string',
        pattern: '^[a-z]*$',
        'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'is immutable' }],
      },
      mode: { type: 'string', enum: ['Local', 'Cluster'] },
      ips: { type: 'array', maxItems: 2, items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
    },
  });
});

test('an open object promises nothing, a map does', () => {
  const schema = shape({ labels: z.record(z.string(), z.string()), n: count.optional() });
  expect(structuralSchema(schema)).toEqual({
    type: 'object',
    required: ['labels'],
    properties: { labels: { type: 'object', additionalProperties: { type: 'string' } }, n: { type: 'number' } },
  });
});
