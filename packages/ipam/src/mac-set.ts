// A set of MACs (48-bit numbers, never 0) by open addressing in one flat array: 16 bytes a MAC, where a Map takes 60 and misses the cache.

const SMALLEST = 64;

export class MacSet {
  #slots = new Float64Array(SMALLEST);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(mac: number): boolean {
    return this.#slots[this.#find(mac)] === mac;
  }

  add(mac: number): void {
    const at = this.#find(mac);
    if (this.#slots[at] === mac) return;
    this.#slots[at] = mac;
    this.#size++;
    if (this.#size * 2 > this.#slots.length) this.#resize(this.#slots.length * 2);
  }

  delete(mac: number): void {
    const at = this.#find(mac);
    if (this.#slots[at] !== mac) return;
    this.#size--;
    this.#closeGap(at);
    if (this.#slots.length > SMALLEST && this.#size * 8 < this.#slots.length) this.#resize(this.#slots.length / 2);
  }

  /** The slot that holds the MAC, or the empty one where it would go. */
  #find(mac: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let at = home(mac, mask);
    while (slots[at] !== 0 && slots[at] !== mac) at = (at + 1) & mask;
    return at;
  }

  /** Moves later members of the run back, so that no search stops too early. */
  #closeGap(gap: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let at = (gap + 1) & mask; slots[at] !== 0; at = (at + 1) & mask) {
      const distanceFromHome = (at - home(slots[at]!, mask)) & mask;
      if (distanceFromHome < ((at - gap) & mask)) continue;
      slots[gap] = slots[at]!;
      gap = at;
    }
    slots[gap] = 0;
  }

  #resize(length: number): void {
    const old = this.#slots;
    this.#slots = new Float64Array(length);
    for (const mac of old) {
      if (mac !== 0) this.#slots[this.#find(mac)] = mac;
    }
  }
}

function home(mac: number, mask: number): number {
  const mixed = Math.imul(mac | 0, 0x9e3779b1) ^ Math.imul((mac / 2 ** 32) | 0, 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) & mask;
}
