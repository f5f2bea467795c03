// Executes the API writes of plans: bounded in number, at most one per object and subresource at a time, results seen at once.

import { isDeepStrictEqual } from 'node:util';
import { toError } from '@kube-ovn/errors';
import { ApiError, type ApiResult, type KubeClient, type KubeObject, keyOf, splitKey } from '@kube-ovn/kube';
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
  /** Only for callers that wait for the answer. */
  readonly done?: (result: ApiResult<unknown>) => void;
}

/** The writes of one object (or of its status): one in flight, the others behind it. */
interface Target {
  readonly id: string;
  /** The write in flight; an equal one meanwhile is the same write, planned again before its answer came. */
  sending: ApiWrite | undefined;
  readonly waiting: Pending[];
}

export class ApiWriter {
  readonly #options: Options;
  readonly #targets = new Map<string, Target>();
  /** Targets with something to send and nothing in flight, in order. */
  readonly #ready = new Set<Target>();
  #inFlight = 0;
  #idle: (() => void)[] = [];
  /** Writes that the server has accepted since the start. */
  accepted = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Objects with writes in flight or waiting. */
  get pending(): number {
    return this.#targets.size;
  }

  settled(): Promise<void> {
    if (this.pending === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  /** Sends the write as soon as its turn comes; a write equal to one in flight is dropped. */
  write(owner: string, write: ApiWrite): void {
    this.#enqueue({ owner, write });
  }

  /** Like write(), for callers that need the answer. */
  send(owner: string, write: ApiWrite): Promise<ApiResult<unknown>> {
    return new Promise((done) => this.#enqueue({ owner, write, done }));
  }

  #enqueue(pending: Pending): void {
    const id = targetOf(pending.write);
    const target = this.#targets.get(id) ?? { id, sending: undefined, waiting: [] };
    this.#targets.set(id, target);
    if (pending.done === undefined && target.sending !== undefined && sameWrite(target.sending, pending.write)) return;
    const last = target.waiting.at(-1);
    // Plans are complete answers: a newer patch takes the place of one that still waits.
    if (last?.done === undefined && last?.write.verb === 'patch' && pending.write.verb === 'patch')
      target.waiting.pop();
    target.waiting.push(pending);
    if (target.sending === undefined) this.#ready.add(target);
    this.#pump();
  }

  #pump(): void {
    const { signal, maxInFlight } = this.#options;
    for (const target of this.#ready) {
      if (signal.aborted || this.#inFlight >= maxInFlight) return;
      this.#ready.delete(target);
      const pending = target.waiting.shift()!;
      target.sending = pending.write;
      this.#inFlight++;
      void this.#execute(pending, target);
    }
  }

  async #execute(pending: Pending, target: Target): Promise<void> {
    const { signal, onFailed } = this.#options;
    const result = await this.#outcome(pending.write);
    if (signal.aborted) return;
    this.#inFlight--;
    target.sending = undefined;
    if (target.waiting.length > 0) this.#ready.add(target);
    else this.#targets.delete(target.id);
    if (result.ok) {
      this.accepted++;
    } else if (!isAlreadySo(pending.write, result.error)) {
      onFailed(pending.owner, pending.write, result.error);
    }
    pending.done?.(result);
    this.#pump();
    if (this.pending > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Whoever waits for the write hears of its end, also when a defect ends it. */
  async #outcome(write: ApiWrite): Promise<ApiResult<unknown>> {
    try {
      const result = await this.#call(write);
      if (result.ok && !this.#options.signal.aborted) this.#observe(write.kind as KindName, result.value);
      return result;
    } catch (thrown) {
      const cause = toError(thrown);
      return { ok: false, error: new ApiError({ status: 0, reason: 'Thrown', message: cause.message, cause }) };
    }
  }

  #call(write: ApiWrite): Promise<ApiResult<unknown>> {
    const { client, signal, stores } = this.#options;
    const { ref } = WATCHED[write.kind as KindName];
    // Often the watch tells of a write before its answer comes.
    const store = stores[write.kind as KindName];
    const known = (key: string) => (version: string) => {
      const object = store.get(key);
      return object?.metadata.resourceVersion === version ? object : undefined;
    };
    if (write.verb === 'create') {
      const object = write.object as KubeObject;
      return client.create(ref, object, { signal, known: known(keyOf(object)) });
    }
    const { namespace, name } = splitKey(write.key);
    if (write.verb === 'delete') return client.delete(ref, name, namespace, { uid: write.uid, signal });
    const { subresource, patch, key } = write;
    return client.mergePatch(ref, name, namespace, patch, { subresource, signal, known: known(key) });
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

function sameWrite(a: ApiWrite, b: ApiWrite): boolean {
  return a.verb === b.verb && isDeepStrictEqual(bodyOf(a), bodyOf(b));
}

function bodyOf(write: ApiWrite): unknown {
  if (write.verb === 'create') return write.object;
  return write.verb === 'patch' ? write.patch : write.uid;
}
