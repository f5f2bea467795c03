// Closed while not everything that decides about addresses is known as it is now: while a watch is down, a pod may be seen
// before the subnet or the pool that its namespace has got meanwhile, and would keep an address of the wrong network.

/** What was missed arrives at once when a watch is open again, but not with the opening itself. */
const GRACE_MS = 100;

export class AllocationGate {
  readonly #areCurrent: () => boolean;
  readonly #again: (key: string) => void;
  readonly #held = new Set<string>();
  readonly #waiters: (() => void)[] = [];
  #isOpen = true;
  #opening: NodeJS.Timeout | undefined;

  constructor(options: { areCurrent: () => boolean; again: (key: string) => void }) {
    this.#areCurrent = options.areCurrent;
    this.#again = options.again;
  }

  /** Keys that wait. */
  get held(): number {
    return this.#held.size;
  }

  /** True when the key must wait; it is planned again when the gate opens. */
  holdsBack(key: string): boolean {
    if (this.#isOpen) return false;
    this.#held.add(key);
    return true;
  }

  /** A watch was lost or is open again. */
  watchChanged(): void {
    if (!this.#areCurrent()) {
      this.#isOpen = false;
      this.stop();
    } else if (!this.#isOpen) {
      this.#opening ??= setTimeout(() => this.#open(), GRACE_MS);
    }
  }

  /** Resolves when nobody is held back. */
  settled(): Promise<void> {
    if (this.#held.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  stop(): void {
    clearTimeout(this.#opening);
    this.#opening = undefined;
  }

  #open(): void {
    this.#opening = undefined;
    this.#isOpen = true;
    for (const key of this.#held) this.#again(key);
    this.#held.clear();
    for (const resolve of this.#waiters.splice(0)) resolve();
  }
}
