// The MACs of one subnet: drawn ones are unique, none is ever the gateway's.

import { macNumber, randomMacNumbers } from './mac.ts';
import { MacSet } from './mac-set.ts';

/** With 46 random bits even two clashes in a row mean a broken source. */
const DRAW_LIMIT = 1000;

export class MacRegister {
  gateway: number | undefined;
  readonly #held = new MacSet();
  /** How many more holders a MAC has: only when the conflict check was off. */
  readonly #furtherHolders = new Map<number, number>();
  readonly #random: () => number;

  constructor(random?: () => string) {
    this.#random = random ? () => drawnNumber(random()) : randomMacNumbers();
  }

  draw(): number {
    for (let attempt = 0; attempt < DRAW_LIMIT; attempt++) {
      const mac = this.#random();
      if (mac !== this.gateway && !this.#held.has(mac)) return mac;
    }
    throw new Error('the source of random MACs repeats itself');
  }

  has(mac: number): boolean {
    return this.#held.has(mac);
  }

  hold(mac: number): void {
    if (this.#held.has(mac)) this.#furtherHolders.set(mac, (this.#furtherHolders.get(mac) ?? 0) + 1);
    else this.#held.add(mac);
  }

  letGo(mac: number): void {
    const further = this.#furtherHolders.get(mac);
    if (further === undefined) this.#held.delete(mac);
    else if (further === 1) this.#furtherHolders.delete(mac);
    else this.#furtherHolders.set(mac, further - 1);
  }
}

function drawnNumber(text: string): number {
  const mac = macNumber(text);
  if (mac === undefined) throw new Error(`the source of random MACs gave "${text}"`);
  return mac;
}
