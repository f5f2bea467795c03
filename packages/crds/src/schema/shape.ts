// An object schema that checks the fields it knows and keeps those it does not: the tolerant reader at every depth.
// The TypeScript type has no index signature, so a misspelt field is still a compile error.

import * as z from 'zod';

export function shape<S extends z.ZodRawShape>(fields: S): z.ZodObject<S> {
  return z.looseObject(fields) as unknown as z.ZodObject<S>;
}
