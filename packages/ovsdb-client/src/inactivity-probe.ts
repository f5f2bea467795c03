// Finds a peer that went silent: after one interval without a message an echo is sent, after another one the peer is given
// up. Bytes of a long message count as life too, but not for ever: a message whose end was lost would swallow all others.

export interface ProbeActions {
  readonly sendEcho: () => void;
  readonly giveUp: () => void;
}

/** Intervals one message may take to arrive. */
const PATIENCE = 12;

export class InactivityProbe {
  #message = true;
  #bytes = false;
  #asked = false;
  #patience = PATIENCE;
  readonly #timer: NodeJS.Timeout | undefined;

  /** An interval of 0 switches the probe off. */
  constructor(intervalMs: number, actions: ProbeActions) {
    if (intervalMs > 0) this.#timer = setInterval(() => this.#tick(actions), intervalMs);
  }

  heardBytes(): void {
    this.#bytes = true;
  }

  heardMessage(): void {
    this.#message = true;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(actions: ProbeActions): void {
    if (this.#alive()) return;
    if (!this.#asked) {
      this.#asked = true;
      actions.sendEcho();
      return;
    }
    // Were we ourselves busy for long, the answer waits in the socket: let it be read first.
    setImmediate(() => {
      if (!this.#alive()) actions.giveUp();
    });
  }

  #alive(): boolean {
    if (this.#message) {
      this.#message = false;
      this.#bytes = false;
      this.#asked = false;
      this.#patience = PATIENCE;
      return true;
    }
    const slowly = this.#bytes && this.#patience > 0;
    if (slowly) this.#patience -= 1;
    this.#bytes = false;
    return slowly;
  }
}
