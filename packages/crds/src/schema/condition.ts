// Kube-OVN's own condition: like metav1.Condition, plus lastUpdateTime, plus an optional node.

import * as z from 'zod';
import { shape } from './shape.ts';

const time = z.string().meta({ format: 'date-time' });

export const condition = shape({
  type: z.string().describe('Ready, Validated, Error or Init.'),
  status: z.string().describe('True, False or Unknown.'),
  reason: z.string().optional().describe('One word: why the condition last changed.'),
  message: z.string().optional().describe('Human readable detail.'),
  observedGeneration: z
    .int()
    .optional()
    .describe('Generation of the object that was looked at.')
    .meta({ format: 'int64' }),
  lastUpdateTime: time.optional().describe('When status, reason or message last changed.'),
  lastTransitionTime: time.optional().describe('When status last changed.'),
});

export const conditions = z.array(condition).optional().describe('State of the object as seen by the controller.');

/** ProviderNetwork: one condition per type and node. */
export const nodeCondition = condition.extend({ node: z.string().optional().describe('Node the condition is about.') });

export type Condition = z.infer<typeof nodeCondition>;
