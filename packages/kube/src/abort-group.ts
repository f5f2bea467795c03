// Many waits on few signals: an EventTarget looks through all of its listeners for each one added or removed, so each signal
// gets one listener for all.

export class AbortGroup {
  readonly #callbacks = new WeakMap<AbortSignal, Set<() => void>>();

  /** `callback` runs once when the signal aborts, unless it is deleted before. */
  add(signal: AbortSignal, callback: () => void): void {
    const known = this.#callbacks.get(signal);
    if (known !== undefined) {
      known.add(callback);
      return;
    }
    const callbacks = new Set([callback]);
    this.#callbacks.set(signal, callbacks);
    signal.addEventListener(
      'abort',
      () => {
        for (const each of callbacks) {
          callbacks.delete(each);
          each();
        }
      },
      { once: true },
    );
  }

  delete(signal: AbortSignal, callback: () => void): void {
    this.#callbacks.get(signal)?.delete(callback);
  }
}
