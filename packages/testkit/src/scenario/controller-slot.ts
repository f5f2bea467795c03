// The place where the controller runs: started, killed and started again, as a kubelet does it with a pod that crashes.

import { setTimeout as delay } from 'node:timers/promises';
import type { KubeClient } from '@kube-ovn/kube';
import type { OvsdbClient } from '@kube-ovn/ovsdb-client';

/** What a controller is given. */
export interface ControllerSeat {
  readonly client: KubeClient;
  readonly endpoints: readonly string[];
  readonly config: Readonly<Record<string, unknown>>;
  readonly clock: {
    now(): number;
    monotonic(): number;
    after(action: () => void, ms: number): () => void;
  };
  readonly log: (line: string) => void;
  /** Something that must never happen. */
  readonly bug: (line: string) => void;
  readonly signal: AbortSignal;
}

/** What a scenario asks of a controller. */
export interface RunningController {
  readonly kinds: readonly string[];
  seen(kind: string): string | undefined;
  /** What it knows of a kind: key -> resourceVersion. */
  versions(kind: string): ReadonlyMap<string, string>;
  /** Its watches and its connection to the database are open. */
  readonly healthy: boolean;
  settled(): Promise<void>;
  check(): Promise<void>;
  readonly northbound: OvsdbClient;
  stop(): Promise<void>;
}

export type StartController = (seat: ControllerSeat) => Promise<RunningController>;

interface Life {
  readonly abort: AbortController;
  readonly running: Promise<RunningController | undefined>;
  /** Resolves when it was killed. */
  readonly died: Promise<void>;
}

const RESTART_DELAY_MS = 5;

export class ControllerSlot {
  readonly #start: StartController;
  readonly #seat: Omit<ControllerSeat, 'signal'>;
  #life: Life | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #wanted = false;
  #waiters: (() => void)[] = [];
  /** How often it was started. */
  lives = 0;

  constructor(start: StartController, seat: Omit<ControllerSeat, 'signal'>) {
    this.#start = start;
    this.#seat = seat;
  }

  get isWanted(): boolean {
    return this.#wanted;
  }

  start(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    this.#begin();
  }

  /** Ends it at once, as kill -9 does; resolves when nothing of it runs any more. */
  async kill(): Promise<void> {
    this.#wanted = false;
    this.#end();
    await this.#ended;
  }

  /** Ends it at once; another one follows. */
  crash(): void {
    if (!this.#wanted || this.#life === undefined) return;
    this.#end();
    this.#begin();
  }

  /** The controller once it runs; the next one when this one dies meanwhile. */
  async running(): Promise<{ controller: RunningController; died: Promise<void> }> {
    for (;;) {
      const life = this.#life;
      if (life === undefined) await new Promise<void>((resolve) => this.#waiters.push(resolve));
      else {
        const controller = await life.running;
        if (controller !== undefined && life === this.#life) return { controller, died: life.died };
        await delay(RESTART_DELAY_MS);
      }
    }
  }

  #begin(): void {
    const before = this.#ended;
    const died = Promise.withResolvers<void>();
    const abort = new AbortController();
    abort.signal.addEventListener('abort', () => died.resolve());
    const running = before.then(() => this.#run(abort));
    this.#life = { abort, running, died: died.promise };
    for (const resolve of this.#waiters.splice(0)) resolve();
  }

  async #run(abort: AbortController): Promise<RunningController | undefined> {
    if (abort.signal.aborted) return undefined;
    this.lives++;
    try {
      return await this.#start({ ...this.#seat, signal: abort.signal });
    } catch (error) {
      if (!abort.signal.aborted) {
        this.#seat.log(`the controller did not start: ${error instanceof Error ? error.stack : error}`);
        await delay(RESTART_DELAY_MS * 4);
        if (!abort.signal.aborted) this.crash();
      }
      return undefined;
    }
  }

  #end(): void {
    const life = this.#life;
    if (life === undefined) return;
    this.#life = undefined;
    life.abort.abort(new Error('killed by the scenario'));
    this.#ended = Promise.all([this.#ended, life.running.then((controller) => controller?.stop())]);
  }
}
