// The five characters behind generateName. Seeded, so that a test run twice sees the same names.

const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

export class NameSuffixes {
  #state: number;

  constructor(seed = 1) {
    this.#state = seed;
  }

  next(): string {
    let suffix = '';
    for (let index = 0; index < 5; index += 1) {
      // Numerical Recipes' linear congruential generator; its high bits are good enough for names.
      this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
      suffix += ALPHABET[Math.floor((this.#state / 2 ** 32) * ALPHABET.length)];
    }
    return suffix;
  }
}
