// How long something has been so without a break.

export class Clocked {
  #since: number | undefined;

  /** ms since it became so; 0 when it is not so. */
  ms(isSo: boolean): number {
    if (!isSo) this.#since = undefined;
    else this.#since ??= performance.now();
    return this.#since === undefined ? 0 : performance.now() - this.#since;
  }

  reset(): void {
    this.#since = undefined;
  }
}
