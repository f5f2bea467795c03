// How long to wait before the next attempt: doubling from 50 ms to 5 s, each wait drawn from its upper half, so that a
// thousand clients of one restarted server do not come back in the same instant.

const FIRST_MS = 50;
const LONGEST_MS = 5_000;

/** `round` counts from 1. */
export function backOffMs(round: number, random: () => number = Math.random): number {
  const ceiling = Math.min(FIRST_MS * 2 ** Math.min(round - 1, 20), LONGEST_MS);
  return ceiling * (0.5 + random() / 2);
}
