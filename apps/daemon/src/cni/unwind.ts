// What an ADD has made so far, so that a failed one leaves nothing behind.

export class Unwind {
  readonly #steps: (() => Promise<void>)[] = [];
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  add(step: () => Promise<void>): void {
    this.#steps.push(step);
  }

  /** The newest first. A step that fails does not stop the others. */
  async run(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) await step().catch(this.#onError);
  }
}
