// What every workload of the chart lets a user set.

import * as z from 'zod';
import type { ValueSpec } from './value-spec.ts';

const text = z.string();
const map = z.record(z.string(), z.string());
const quantity = z.union([z.string(), z.number()]);
const amounts = z.record(z.string(), quantity);

interface Amounts {
  readonly cpu: string;
  readonly memory: string;
}

export function component(name: string, requests: Amounts, limits: Amounts): ValueSpec[] {
  const value = (key: string, schema: z.ZodType, fallback: unknown, help: string): ValueSpec => ({
    path: `${name}.${key}`,
    schema,
    default: fallback,
    help,
  });
  return [
    value('image.repository', text, '', 'Another image, complete; empty: that of global.'),
    value('image.tag', text, '', 'Another tag.'),
    value('image.pullPolicy', z.enum(['', 'Always', 'IfNotPresent', 'Never']), '', 'Empty: image.pullPolicy.'),
    value('annotations', map, {}, 'More annotations of the workload.'),
    value('labels', map, {}, 'More labels of the workload.'),
    value('podAnnotations', map, {}, 'More annotations of its pods.'),
    value('podLabels', map, {}, 'More labels of its pods.'),
    value('extraEnv', z.array(z.looseObject({ name: text })), [], 'More environment variables.'),
    value('resources.requests', amounts, requests, 'Requests.'),
    value('resources.limits', amounts, limits, 'Limits.'),
  ];
}
