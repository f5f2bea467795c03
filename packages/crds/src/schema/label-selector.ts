// The Kubernetes label selector, as it appears inside our kinds.

import * as z from 'zod';
import { shape } from './shape.ts';

const requirement = shape({
  key: z.string().describe('Label key the selector applies to.'),
  operator: z.string().describe('In, NotIn, Exists or DoesNotExist.'),
  values: z
    .array(z.string())
    .optional()
    .describe('Values for In and NotIn.')
    .meta({ 'x-kubernetes-list-type': 'atomic' }),
});

export const labelSelector = shape({
  matchExpressions: z
    .array(requirement)
    .optional()
    .describe('Requirements, all of which must hold.')
    .meta({ 'x-kubernetes-list-type': 'atomic' }),
  matchLabels: z.record(z.string(), z.string()).optional().describe('Labels that must have exactly these values.'),
}).meta({ 'x-kubernetes-map-type': 'atomic' });

export type LabelSelector = z.infer<typeof labelSelector>;
