// Is the network of a node ready? Asks as a runtime does: a configuration must be there, and STATUS must succeed.

import { setTimeout as delay } from 'node:timers/promises';
import { askStatus, type CniHost } from './cni-call.ts';
import { type CniConfig, readCniConfig } from './cni-config.ts';

export interface NodeNetworkOptions {
  readonly host: CniHost;
  /** /etc/cni/net.d of the node. */
  readonly configFolder: string;
  /** Called when the answer changes. undefined: ready. */
  readonly onChange: (problem: string | undefined) => void;
}

// A kubelet asks every 5 s; before the first success nobody wants to wait that long.
const EAGER_MS = 50;
const STEADY_MS = 5_000;

export class NodeNetwork {
  readonly #options: NodeNetworkOptions;
  #problem: string | undefined = 'not asked yet';
  #config: CniConfig | undefined;
  #ready = Promise.withResolvers<CniConfig>();

  constructor(options: NodeNetworkOptions) {
    this.#options = options;
    void this.#watch();
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  /** Resolves at once while the network is ready. */
  async ready(signal: AbortSignal): Promise<CniConfig> {
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      if (signal.aborted) throw signal.reason;
      return await Promise.race([this.#ready.promise, aborted.promise]);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  async #watch(): Promise<void> {
    for (;;) {
      const problem = await this.#ask();
      if (problem !== this.#problem) {
        this.#change(problem);
        this.#options.onChange(problem);
      }
      await delay(problem === undefined ? STEADY_MS : EAGER_MS);
    }
  }

  async #ask(): Promise<string | undefined> {
    try {
      this.#config = readCniConfig(this.#options.configFolder);
      if (!this.#config) return 'cni plugin not initialized: no configuration';
      await askStatus(this.#options.host, this.#config);
      return undefined;
    } catch (error) {
      return `Network plugin returns error: ${error instanceof Error ? error.message : error}`;
    }
  }

  #change(problem: string | undefined): void {
    if (problem === undefined && this.#config) this.#ready.resolve(this.#config);
    else if (this.#problem === undefined) this.#ready = Promise.withResolvers<CniConfig>();
    this.#problem = problem;
  }
}
