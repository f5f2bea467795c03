// Executes the API writes of plans: bounded in number, at most one per object and subresource at a time, results seen at once.

import { type ApiError, type ApiResult, type KubeClient, type KubeObject, splitKey } from '@kube-ovn/kube';
import type { KindName } from '../kinds/objects.ts';
import { WATCHED } from '../kinds/registry.ts';
import type { ApiWrite } from './facts.ts';
import type { ObjectStores } from './stores.ts';

interface Options {
  readonly client: KubeClient;
  readonly stores: ObjectStores;
  readonly maxInFlight: number;
  readonly onFailed: (owner: string, write: ApiWrite, error: ApiError) => void;
  readonly signal: AbortSignal;
}

interface Pending {
  readonly owner: string;
  readonly write: ApiWrite;
  readonly done: (result: ApiResult<unknown>) => void;
}

export class ApiWriter {
  readonly #options: Options;
  readonly #waiting: Pending[] = [];
  /** target -> text of the write in flight; an equal write meanwhile is the same one, planned again before its answer came. */
  readonly #inFlight = new Map<string, string>();
  #idle: (() => void)[] = [];
  /** Writes that the server has accepted since the start. */
  accepted = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  get pending(): number {
    return this.#waiting.length + this.#inFlight.size;
  }

  settled(): Promise<void> {
    if (this.pending === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  /** Sends the write as soon as its turn comes; a write equal to one in flight is dropped. */
  write(owner: string, write: ApiWrite): void {
    const target = targetOf(write);
    if (this.#inFlight.get(target) === textOf(write)) return;
    this.#enqueue({ owner, write, done: () => {} });
  }

  /** Like write(), for callers that need the answer. */
  send(owner: string, write: ApiWrite): Promise<ApiResult<unknown>> {
    return new Promise((done) => this.#enqueue({ owner, write, done }));
  }

  #enqueue(pending: Pending): void {
    // A newer write for a target replaces one that still waits: plans are complete answers.
    const target = targetOf(pending.write);
    const index = this.#inFlight.has(target)
      ? this.#waiting.findIndex((other) => targetOf(other.write) === target)
      : -1;
    if (index >= 0 && this.#waiting[index]!.write.verb === 'patch') this.#waiting[index] = pending;
    else this.#waiting.push(pending);
    this.#pump();
  }

  #pump(): void {
    const { signal, maxInFlight } = this.#options;
    let index = 0;
    while (!signal.aborted && this.#inFlight.size < maxInFlight && index < this.#waiting.length) {
      const pending = this.#waiting[index]!;
      const target = targetOf(pending.write);
      if (this.#inFlight.has(target)) {
        index++;
        continue;
      }
      this.#waiting.splice(index, 1);
      this.#inFlight.set(target, textOf(pending.write));
      void this.#execute(pending, target);
    }
  }

  async #execute(pending: Pending, target: string): Promise<void> {
    const { signal, onFailed } = this.#options;
    const result = await this.#call(pending.write);
    if (signal.aborted) return;
    this.#inFlight.delete(target);
    if (result.ok) {
      this.accepted++;
      this.#observe(pending.write.kind as KindName, result.value);
    } else if (!isAlreadySo(pending.write, result.error)) {
      onFailed(pending.owner, pending.write, result.error);
    }
    pending.done(result);
    this.#pump();
    if (this.pending === 0) {
      const waiters = this.#idle;
      this.#idle = [];
      for (const resolve of waiters) resolve();
    }
  }

  #call(write: ApiWrite): Promise<ApiResult<unknown>> {
    const { client, signal } = this.#options;
    const { ref } = WATCHED[write.kind as KindName];
    if (write.verb === 'create') return client.create(ref, write.object as KubeObject, { signal });
    const { namespace, name } = splitKey(write.key);
    if (write.verb === 'delete') return client.delete(ref, name, namespace, { uid: write.uid, signal });
    return client.mergePatch(ref, name, namespace, write.patch, { subresource: write.subresource, signal });
  }

  #observe(kind: KindName, value: unknown): void {
    const object = value as KubeObject | undefined;
    if (object?.kind !== kind || object.metadata?.name === undefined) return;
    const store = this.#options.stores[kind] as { observe(object: KubeObject): void };
    store.observe(WATCHED[kind].trim(object));
  }
}

/** Gone already, or (uid precondition) replaced by another object: the delete has nothing to do. */
function isAlreadySo(write: ApiWrite, error: ApiError): boolean {
  if (error.status === 404) return true;
  return write.verb === 'delete' && error.status === 409;
}

function targetOf(write: ApiWrite): string {
  if (write.verb === 'create') return `${write.kind}/${(write.object as KubeObject).metadata.name}`;
  return `${write.kind}/${write.key}${write.verb === 'patch' && write.subresource ? '/status' : ''}`;
}

function textOf(write: ApiWrite): string {
  const body = write.verb === 'create' ? write.object : write.verb === 'patch' ? write.patch : write.uid;
  return JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}
