// Object metadata as far as we read it. Structurally equal to the types of @kube-ovn/kube, which knows nothing of us.

import * as z from 'zod';
import { shape } from './shape.ts';

const ownerReference = shape({
  apiVersion: z.string(),
  kind: z.string(),
  name: z.string(),
  uid: z.string(),
  controller: z.boolean().optional(),
  blockOwnerDeletion: z.boolean().optional(),
});

const stringMap = z.record(z.string(), z.string());

export const objectMeta = shape({
  name: z.string(),
  namespace: z.string().optional(),
  uid: z.string().optional(),
  resourceVersion: z.string().optional(),
  generation: z.number().optional(),
  creationTimestamp: z.string().optional(),
  deletionTimestamp: z.string().optional(),
  deletionGracePeriodSeconds: z.number().optional(),
  labels: stringMap.optional(),
  annotations: stringMap.optional(),
  finalizers: z.array(z.string()).optional(),
  ownerReferences: z.array(ownerReference).optional(),
});

export type OwnerReference = z.infer<typeof ownerReference>;
export type ObjectMeta = z.infer<typeof objectMeta>;

export interface KubeObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: ObjectMeta;
  readonly [field: string]: unknown;
}
