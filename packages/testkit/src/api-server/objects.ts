// Direct access for tests: no HTTP in between, the same rules. Failures throw ApiFailure.

import { type Cluster, findCollection, findCollectionOfKind, type Target } from './cluster.ts';
import { badRequest, qualifiedName } from './failure.ts';
import type { Verb } from './http/request-info.ts';
import type { RequestLog } from './http/request-log.ts';
import { decodeJson, encodeJson } from './json/codec.ts';
import { isJsonObject, type Json, type JsonObject } from './json/json.ts';
import { APPLY_PATCH, JSON_PATCH, MERGE_PATCH, patchObject, STRATEGIC_PATCH } from './patch/patch.ts';
import { parseSelection, type SelectionRequest, selects } from './read/selection.ts';
import type { Version } from './store/api-object.ts';
import type { Collection } from './store/collection.ts';
import { bindPod } from './write/bind.ts';
import { createObject } from './write/create.ts';
import { type DeleteOptions, deleteObject } from './write/delete.ts';
import { replaceObject, type Subresource } from './write/update.ts';

/** As much of an object as any reader can rely on. Give the type you expect as the type argument. */
export interface AnyObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Version['object']['metadata'];
  readonly [field: string]: unknown;
}

export interface PatchRequest {
  readonly type?: 'merge' | 'strategic' | 'json';
  readonly subresource?: Subresource;
}

export class Objects {
  readonly #cluster: Cluster;
  readonly #log: RequestLog;
  /** Changes made here are logged and counted under this name. */
  readonly userAgent: string;

  constructor(cluster: Cluster, log: RequestLog, userAgent = 'testkit') {
    this.#cluster = cluster;
    this.#log = log;
    this.userAgent = userAgent;
  }

  /** `resource` is a plural, a plural with group, or a kind: `pods`, `subnets.kubeovn.io`, `Subnet`. */
  get<T = AnyObject>(resource: string, name: string, namespace?: string): T | undefined {
    const version = findCollection(this.#cluster, resource).get(namespace, name);
    return version && copyOf<T>(version);
  }

  list<T = AnyObject>(resource: string, request: SelectionRequest = {}): T[] {
    const collection = findCollection(this.#cluster, resource);
    const selection = parseSelection(request, collection.definition);
    return collection
      .list(selection.namespace)
      .filter(({ object }) => selects(selection, object))
      .map((version) => copyOf<T>(version));
  }

  count(resource: string): number {
    return findCollection(this.#cluster, resource).size;
  }

  create<T extends object>(object: T): T {
    const { collection, namespace, name, body } = this.#locate(object);
    this.#logWrite('create', { collection, namespace, name });
    return copyOf<T>(createObject(this.#cluster, collection, namespace, body, this.#options()));
  }

  update<T extends object>(object: T, subresource?: Subresource): T {
    const { body, ...target } = this.#locate(object);
    this.#logWrite('update', target, subresource);
    return copyOf<T>(replaceObject(this.#cluster, target, subresource, body, this.#options()));
  }

  patch<T = AnyObject>(
    resource: string,
    name: string,
    namespace: string | undefined,
    patch: object,
    { type = 'merge', subresource }: PatchRequest = {},
  ): T {
    const target: Target = { collection: findCollection(this.#cluster, resource), namespace, name };
    this.#logWrite('patch', target, subresource);
    const text = encodeJson(patch as Json);
    return copyOf<T>(patchObject(this.#cluster, target, subresource, PATCH_TYPES[type], text, this.#options()).version);
  }

  /** Server-side apply: creates what is absent. */
  apply<T extends object>(object: T, fieldManager = this.userAgent, subresource?: Subresource): T {
    const { body, ...target } = this.#locate(object);
    this.#logWrite('patch', target, subresource);
    const options = { ...this.#options(), fieldManager, force: true };
    return copyOf<T>(patchObject(this.#cluster, target, subresource, APPLY_PATCH, encodeJson(body), options).version);
  }

  /** As a scheduler does it. */
  bind(pod: string, namespace: string | undefined, node: string): void {
    const target: Target = { collection: findCollection(this.#cluster, 'pods'), namespace, name: pod };
    this.#logWrite('create', target, 'binding');
    bindPod(this.#cluster, target, node, this.#options());
  }

  /** True when the object is gone, false while a grace period or a finalizer keeps it. */
  delete(resource: string, name: string, namespace?: string, asked: DeleteOptions = {}): boolean {
    const target: Target = { collection: findCollection(this.#cluster, resource), namespace, name };
    this.#logWrite('delete', target);
    return deleteObject(this.#cluster, target, asked, this.#options()).gone;
  }

  /** The same access under another name in the log and the counters. */
  as(userAgent: string): Objects {
    return new Objects(this.#cluster, this.#log, userAgent);
  }

  #options() {
    return { userAgent: this.userAgent };
  }

  // The caller's object is copied, so that a later change of it cannot reach the store.
  #locate(object: object): Target & { readonly body: JsonObject } {
    const body = decodeJson(encodeJson(object as unknown as Json));
    if (!isJsonObject(body) || !isJsonObject(body.metadata)) throw badRequest('an object needs metadata');
    const collection = findCollectionOfKind(this.#cluster, String(body.apiVersion), String(body.kind));
    const { name, namespace } = body.metadata;
    return { collection, namespace: namespaceFor(collection, namespace), name: String(name ?? ''), body };
  }

  #logWrite(verb: Verb, { collection, namespace, name }: Target, subresource?: string): void {
    const resource = qualifiedName(collection.definition);
    const { userAgent } = this;
    this.#log.add({ verb, resource, subresource, namespace, name, userAgent, query: '', status: undefined });
  }
}

const PATCH_TYPES = { merge: MERGE_PATCH, strategic: STRATEGIC_PATCH, json: JSON_PATCH };

function namespaceFor({ definition }: Collection, given: Json | undefined): string | undefined {
  return definition.namespaced ? String(given ?? 'default') : undefined;
}

function copyOf<T>({ json }: Version): T {
  return decodeJson(json.toString()) as T;
}
