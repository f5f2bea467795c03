// Address counts: integers of any size on the wire as JSON numbers, `bigint` in memory.

import * as z from 'zod';

/** Accepts a JSON number in any spelling, a bigint of decodeJson, and a numeric string (old writers). */
export const count = z
  .union([z.number(), z.bigint(), z.string()])
  .transform((value, context): bigint => {
    const parsed = toCount(value);
    if (parsed !== undefined) return parsed;
    context.issues.push({ code: 'custom', input: value, message: 'expected a whole number' });
    return z.NEVER;
  })
  .meta({ crdType: 'number' });

/**
 * The count to write when `stored` was read and `computed` is true now. An API server keeps integers beyond int64 as
 * doubles, so what it returns differs from what was written; comparing exactly would rewrite the status for ever.
 */
export function settleCount(stored: bigint | undefined, computed: bigint): bigint {
  if (stored === undefined || stored === computed) return computed;
  const beyondInt64 = computed > MAX_INT64 && stored > MAX_INT64;
  return beyondInt64 && Number(stored) === Number(computed) ? stored : computed;
}

const MAX_INT64 = 2n ** 63n - 1n;
const WHOLE = /^-?\d+$/;
const DECIMAL = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

function toCount(value: number | bigint | string): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined;
  if (WHOLE.test(value)) return BigInt(value);
  return DECIMAL.test(value) ? toCount(Number(value)) : undefined;
}
