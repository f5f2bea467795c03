// Turns requests into operations and tasks, and their ends into replies.
import { DecodeError } from '../codec/struct.ts';
import { NetlinkError, type NetlinkFailure } from '../netlink-error.ts';
import { DeletionQueue } from '../operations/deletion-queue.ts';
import type { TaskContext } from '../probes/task-context.ts';
import type { Engine } from '../session/engine.ts';
import type { Reactor } from '../system/reactor.ts';
import { OPERATIONS } from './operation-table.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import { TASKS } from './task-table.ts';

type Operation = (engine: Engine, ...args: readonly unknown[]) => unknown;
type Task = (context: TaskContext, ...args: readonly unknown[]) => Promise<unknown>;

// The client is typed by the very same tables, so the arguments are what the functions expect.
const operations = OPERATIONS as unknown as Readonly<Record<string, Operation | undefined>>;
const tasks = TASKS as unknown as Readonly<Record<string, Task | undefined>>;

export class Dispatcher {
  readonly #engine: Engine;
  readonly #reactor: Reactor;
  readonly #reply: (message: FromWorker) => void;
  readonly #deletions: DeletionQueue;
  readonly #running = new Map<number, AbortController>();

  constructor(engine: Engine, reactor: Reactor, reply: (message: FromWorker) => void) {
    this.#engine = engine;
    this.#reactor = reactor;
    this.#reply = reply;
    this.#deletions = new DeletionQueue(engine);
  }

  handle(request: Exclude<ToWorker, { kind: 'close' }>): void {
    if (request.kind === 'cancel') {
      this.#running.get(request.id)?.abort();
      return;
    }
    const { id, name, args } = request;
    const operation = operations[name];
    if (!operation) {
      void this.#runTask(id, name, args);
      return;
    }
    try {
      this.#reply({ kind: 'value', id, value: operation(this.#engine, ...args) });
    } catch (error) {
      this.#reply(failureReply(id, name, error));
    }
  }

  /** What is better done for all requests of a turn together. True: promises were settled, so do not wait now. */
  endTurn(): boolean {
    return this.#deletions.run();
  }

  cancelAll(): void {
    for (const controller of this.#running.values()) controller.abort();
  }

  async #runTask(id: number, name: string, args: readonly unknown[]): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    const context: TaskContext = {
      engine: this.#engine,
      reactor: this.#reactor,
      deletions: this.#deletions,
      signal: controller.signal,
      emit: (event) => this.#reply({ kind: 'event', id, event }),
    };
    try {
      const task = tasks[name];
      if (!task) throw new TypeError(`no operation "${name}"`);
      this.#reply({ kind: 'value', id, value: await task(context, ...args) });
    } catch (error) {
      this.#reply(failureReply(id, name, error));
    } finally {
      this.#running.delete(id);
    }
  }
}

function failureReply(id: number, name: string, error: unknown): FromWorker {
  const failure = asFailure(name, error);
  if (failure) return { kind: 'failure', id, failure };
  return { kind: 'bug', id, text: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function asFailure(name: string, error: unknown): NetlinkFailure | undefined {
  if (error instanceof NetlinkError) return { operation: error.operation, code: error.code, detail: error.detail };
  // The codec's word for input that cannot be encoded, and for a reply that cannot be read.
  if (error instanceof RangeError) return { operation: name, code: 'EINVAL', detail: error.message };
  if (error instanceof DecodeError) return { operation: name, code: 'EBADMSG', detail: error.message };
  return undefined;
}
