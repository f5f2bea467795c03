// Which of many runs are made: all with SCENARIOS=all, else a few that are the same every time.

const ALL = process.env.SCENARIOS === 'all';

/** At most `count` of the numbers 1..n, the first and the last among them. */
export function sampleNumbers(n: number, count: number, seed: string): readonly number[] {
  const numbers = Array.from({ length: n }, (_, index) => index + 1);
  if (ALL || n <= count) return numbers;
  const random = randomOf(seed);
  const chosen = new Set([1 + Math.floor(random() * n)]);
  while (chosen.size < count) chosen.add(1 + Math.floor(random() * n));
  return [...chosen].sort((a, b) => a - b);
}

/** True for about one of `n` seeds. */
export function isChosen(n: number, seed: string): boolean {
  return ALL || randomOf(seed)() < 1 / n;
}

export function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const result = [...list];
  for (let index = result.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [result[index], result[other]] = [result[other]!, result[index]!];
  }
  return result;
}

/** Numbers in 0..1 that depend on the seed only (mulberry32 over an FNV-1a hash). */
export function randomOf(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const char of seed) state = Math.imul(state ^ char.charCodeAt(0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
