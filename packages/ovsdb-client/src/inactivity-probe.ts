// Finds a peer that went silent: after one interval without a byte an echo is sent, after another one the peer is given up.

export interface ProbeActions {
  readonly sendEcho: () => void;
  readonly giveUp: () => void;
}

export class InactivityProbe {
  #heard = true;
  #asked = false;
  readonly #timer: NodeJS.Timeout | undefined;

  /** An interval of 0 switches the probe off. */
  constructor(intervalMs: number, actions: ProbeActions) {
    if (intervalMs > 0) this.#timer = setInterval(() => this.#tick(actions), intervalMs);
  }

  heard(): void {
    this.#heard = true;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(actions: ProbeActions): void {
    if (this.#takeHeard()) return;
    if (!this.#asked) {
      this.#asked = true;
      actions.sendEcho();
      return;
    }
    // Were we ourselves busy for long, the answer waits in the socket: let it be read first.
    setImmediate(() => {
      if (this.#asked && !this.#takeHeard()) actions.giveUp();
    });
  }

  #takeHeard(): boolean {
    const heard = this.#heard;
    this.#heard = false;
    if (heard) this.#asked = false;
    return heard;
  }
}
