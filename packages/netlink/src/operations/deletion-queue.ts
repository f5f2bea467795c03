// Gathers the deletions of one turn of the worker and runs them together, per namespace.
import type { NetlinkError } from '../netlink-error.ts';
import type { Engine } from '../session/engine.ts';
import type { NetnsRef } from '../system/namespaces.ts';
import { deleteLinks } from './delete-links.ts';

interface Deletion {
  readonly name: string;
  readonly done: PromiseWithResolvers<void>;
}

export class DeletionQueue {
  readonly #engine: Engine;
  readonly #waiting = new Map<NetnsRef | undefined, Deletion[]>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  add(name: string, ns?: NetnsRef): Promise<void> {
    const done = Promise.withResolvers<void>();
    const deletions = this.#waiting.get(ns) ?? [];
    deletions.push({ name, done });
    this.#waiting.set(ns, deletions);
    return done.promise;
  }

  /** False when there was nothing to do. */
  run(): boolean {
    if (this.#waiting.size === 0) return false;
    for (const [ns, deletions] of this.#waiting) settle(deletions, this.#verdicts(ns, deletions));
    this.#waiting.clear();
    return true;
  }

  #verdicts(ns: NetnsRef | undefined, deletions: readonly Deletion[]): unknown[] {
    try {
      const names = deletions.map(({ name }) => name);
      return deleteLinks(this.#engine, names, ns) satisfies (NetlinkError | undefined)[];
    } catch (error) {
      return deletions.map(() => error);
    }
  }
}

function settle(deletions: readonly Deletion[], verdicts: readonly unknown[]): void {
  deletions.forEach(({ done }, i) => {
    if (verdicts[i] === undefined) done.resolve();
    else done.reject(verdicts[i]);
  });
}
