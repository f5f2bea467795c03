// What an operation that waits for the network gets. It must wait by the reactor only: see the README on pitfalls.
import type { DeletionQueue } from '../operations/deletion-queue.ts';
import type { Engine } from '../session/engine.ts';
import type { Reactor } from '../system/reactor.ts';

export interface TaskContext {
  readonly engine: Engine;
  readonly reactor: Reactor;
  readonly deletions: DeletionQueue;
  /** Aborted when the client no longer wants the answer, or the worker stops. */
  readonly signal: AbortSignal;
  /** One more value of a stream. */
  readonly emit: (event: unknown) => void;
}
