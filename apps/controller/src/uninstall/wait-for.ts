// Waits with an end: what is still missing then is named, and the work goes on.

import { setTimeout as sleep } from 'node:timers/promises';

export interface Notes {
  info(text: string): void;
  warn(text: string): void;
}

const PERIOD_MS = 500;

/** `missing` names what is not there yet; it is fulfilled when nothing is missing. */
export async function waitFor(
  what: string,
  missing: () => Promise<readonly string[]>,
  limitMs: number,
  notes: Notes,
  signal: AbortSignal,
): Promise<boolean> {
  const end = performance.now() + limitMs;
  for (;;) {
    const left = await missing();
    if (left.length === 0) {
      notes.info(what);
      return true;
    }
    if (performance.now() >= end) {
      notes.warn(`going on although not yet ${what}: ${left.join(', ')}`);
      return false;
    }
    await sleep(PERIOD_MS, undefined, { signal });
  }
}
