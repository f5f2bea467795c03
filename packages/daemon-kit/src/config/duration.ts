// Durations in Go's notation ("1m30s", "500ms"), read as milliseconds.

import * as z from 'zod';

const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
const WHOLE = /^([+-]?)((?:\d+\.?\d*|\.\d+)(?:ns|us|\u00b5s|ms|s|m|h))+$/;
const PART = /(\d+\.?\d*|\.\d+)(ns|us|\u00b5s|ms|s|m|h)/g;

export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  if (!WHOLE.test(text)) return undefined;
  let milliseconds = 0;
  for (const [, amount, unit] of text.matchAll(PART)) milliseconds += Number(amount) * UNITS[unit!]!;
  return text.startsWith('-') ? -milliseconds : milliseconds;
}

/** Schema of a duration flag: text in, milliseconds out. */
export function duration(limits: { readonly min?: string; readonly max?: string } = {}): z.ZodType<number, string> {
  const min = parseDuration(limits.min ?? '0') ?? 0;
  const max = limits.max === undefined ? Number.POSITIVE_INFINITY : (parseDuration(limits.max) ?? 0);
  return z.string().transform((text, context) => {
    const milliseconds = parseDuration(text);
    if (milliseconds === undefined) context.addIssue('expected a duration such as 30s or 1m30s');
    else if (milliseconds < min) context.addIssue(`must be at least ${limits.min ?? '0'}`);
    else if (milliseconds > max) context.addIssue(`must be at most ${limits.max}`);
    return milliseconds ?? 0;
  });
}
