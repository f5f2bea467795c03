// The schema of a whole object from the schemas of its spec and status.

import * as z from 'zod';
import { objectMeta } from './metadata.ts';
import { shape } from './shape.ts';

export const API_GROUP = 'kubeovn.io';
export const API_VERSION = 'v1';

/** Missing apiVersion and kind are filled in, because items of a list need not carry them. */
export function kindSchema<K extends string, Spec extends z.ZodType, Status extends z.ZodType>(
  kind: K,
  spec: Spec,
  status: Status,
) {
  return shape({
    apiVersion: z.literal(`${API_GROUP}/${API_VERSION}`).default(`${API_GROUP}/${API_VERSION}`),
    kind: z.literal<K>(kind).default(() => kind as never),
    metadata: objectMeta,
    spec: z.preprocess((value) => value ?? {}, spec) as unknown as Spec,
    status: status.optional(),
  });
}
