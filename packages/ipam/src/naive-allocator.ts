// For property tests: the rules of the contract written down naively for one family, every address an array element.

export class NaiveAllocator {
  readonly #addresses: readonly number[];
  #excluded: readonly number[];
  #pools = new Map<string, readonly number[]>();
  #free: number[] = [];
  #released: number[] = [];
  readonly holders = new Map<number, string[]>();

  constructor(addresses: readonly number[], excluded: readonly number[]) {
    this.#addresses = addresses;
    this.#excluded = excluded;
    this.#free = addresses.filter((address) => !excluded.includes(address));
  }

  poolOf(address: number): string {
    for (const [name, members] of this.#pools) if (members.includes(address)) return name;
    return '';
  }

  heldBy(owner: string): number | undefined {
    for (const [address, owners] of this.holders) if (owners.includes(owner)) return address;
    return undefined;
  }

  draw(owner: string, pool: string): number | 'none' {
    const held = this.heldBy(owner);
    if (held !== undefined) return held;
    const inPool = (address: number) => this.poolOf(address) === pool;
    if (!this.#free.some(inPool)) {
      this.#free.push(...this.#released.filter(inPool));
      this.#released = this.#released.filter((address) => !inPool(address));
    }
    const candidates = this.#free.filter(inPool);
    if (candidates.length === 0 || (pool !== '' && !this.#pools.has(pool))) return 'none';
    const address = Math.min(...candidates);
    this.#take(address, owner);
    return address;
  }

  pin(owner: string, address: number, checkConflict: boolean): number | 'conflict' | 'outside' {
    const held = this.heldBy(owner);
    if (held === address) return address;
    if (!this.#addresses.includes(address)) return 'outside';
    if (checkConflict && this.holders.has(address)) return 'conflict';
    this.#take(address, owner);
    if (held !== undefined) this.#giveBack(held, owner);
    return address;
  }

  release(owner: string): void {
    const held = this.heldBy(owner);
    if (held !== undefined) this.#giveBack(held, owner);
  }

  setPool(name: string, members: readonly number[]): boolean {
    const others = [...this.#pools].filter(([other]) => other !== name);
    if (others.some(([, theirs]) => theirs.some((address) => members.includes(address)))) return false;
    this.#pools.set(name, members);
    return true;
  }

  removePool(name: string): void {
    this.#pools.delete(name);
  }

  exclude(excluded: readonly number[]): void {
    const known = new Set([...this.#free, ...this.#released]);
    const back = this.#addresses.filter((address) => !known.has(address) && !this.holders.has(address));
    this.#excluded = excluded;
    const allowed = (address: number) => !excluded.includes(address);
    this.#free = [...this.#free, ...back].filter(allowed);
    this.#released = this.#released.filter(allowed);
  }

  using(pool?: string): number[] {
    return sorted([...this.holders.keys()].filter((address) => !this.#excluded.includes(address))).filter(
      (address) => pool === undefined || this.poolOf(address) === pool,
    );
  }

  available(pool?: string): number[] {
    return sorted([...this.#free, ...this.#released]).filter(
      (address) => pool === undefined || this.poolOf(address) === pool,
    );
  }

  #take(address: number, owner: string): void {
    this.#free = this.#free.filter((other) => other !== address);
    this.#released = this.#released.filter((other) => other !== address);
    this.holders.set(address, [...(this.holders.get(address) ?? []), owner]);
  }

  #giveBack(address: number, owner: string): void {
    const left = this.holders.get(address)!.filter((other) => other !== owner);
    if (left.length > 0) {
      this.holders.set(address, left);
      return;
    }
    this.holders.delete(address);
    if (!this.#excluded.includes(address)) this.#released.push(address);
  }
}

function sorted(addresses: number[]): number[] {
  return addresses.sort((a, b) => a - b);
}
