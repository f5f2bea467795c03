// The single revision counter and every collection. A commit is atomic: state, history and watches move together.

import { encodeJson } from '../json/codec.ts';
import { apiVersionOf, type ResourceDefinition } from '../resources/resource-definition.ts';
import type { ApiObject, Version } from './api-object.ts';
import { keyOf } from './api-object.ts';
import { Collection } from './collection.ts';
import type { Change, ChangeType } from './history.ts';

export interface Commit extends Change {
  readonly collection: Collection;
  readonly userAgent: string;
}

export type CommitListener = (commit: Commit) => void;

export interface CommitOptions {
  readonly userAgent: string;
  /** Compute the result, change nothing. */
  readonly dryRun?: boolean;
}

export class Storage {
  readonly #historyLimit: number;
  readonly #collections = new Map<string, Collection>();
  readonly #listeners = new Set<CommitListener>();
  readonly #pending: Commit[] = [];
  #draining = false;
  /** Not from 1: a watch from a revision before the server's first must find it forgotten. */
  #revision = 100;

  constructor(historyLimit: number) {
    this.#historyLimit = historyLimit;
  }

  get revision(): number {
    return this.#revision;
  }

  collections(): Iterable<Collection> {
    return this.#collections.values();
  }

  collection(group: string, version: string, plural: string): Collection | undefined {
    const found = this.#collections.get(`${group}/${plural}`);
    return found?.definition.version === version ? found : undefined;
  }

  install(definition: ResourceDefinition): Collection {
    const id = `${definition.group}/${definition.plural}`;
    const existing = this.#collections.get(id);
    if (existing) {
      existing.definition = definition;
      return existing;
    }
    const collection = new Collection(definition, this.#historyLimit);
    collection.history.forget(this.#revision);
    this.#collections.set(id, collection);
    return collection;
  }

  uninstall({ group, plural }: ResourceDefinition): void {
    const id = `${group}/${plural}`;
    for (const watch of this.#collections.get(id)?.watches ?? []) watch.end();
    this.#collections.delete(id);
  }

  put(collection: Collection, object: ApiObject, before: Version | undefined, options: CommitOptions): Version {
    if (options.dryRun) return encodeVersion(collection.definition, object, before?.revision);
    this.#revision += 1;
    const version = encodeVersion(collection.definition, object, this.#revision);
    collection.set(version);
    this.#publish(collection, before ? 'MODIFIED' : 'ADDED', version, before, options);
    return version;
  }

  remove(collection: Collection, object: ApiObject, before: Version, options: CommitOptions): Version {
    if (options.dryRun) return before;
    this.#revision += 1;
    const version = encodeVersion(collection.definition, object, this.#revision);
    collection.remove(version);
    this.#publish(collection, 'DELETED', version, before, options);
    return version;
  }

  /** Forgets all history, and makes every resourceVersion given out so far too old to resume from. */
  expireHistory(): void {
    this.#revision += 1;
    for (const collection of this.#collections.values()) collection.history.forget(this.#revision);
  }

  onCommit(listener: CommitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #publish(
    collection: Collection,
    type: ChangeType,
    version: Version,
    before: Version | undefined,
    options: CommitOptions,
  ): void {
    const commit: Commit = { type, version, before, collection, userAgent: options.userAgent };
    collection.history.add(commit);
    for (const watch of collection.watches) watch.deliver(commit);
    this.#pending.push(commit);
    this.#drain();
  }

  // A listener may write; its commit waits here, so that all listeners see all commits in revision order.
  #drain(): void {
    if (this.#draining) return;
    this.#draining = true;
    try {
      for (let next = this.#pending.shift(); next; next = this.#pending.shift()) {
        for (const listener of this.#listeners) listener(next);
      }
    } finally {
      this.#draining = false;
    }
  }
}

/** kind and apiVersion come first in the text, because lists of built-in kinds cut them off. */
export function encodeVersion(
  definition: ResourceDefinition,
  object: ApiObject,
  revision: number | undefined,
): Version {
  const { kind: _kind, apiVersion: _apiVersion, metadata, ...rest } = object;
  const complete: ApiObject = {
    kind: definition.kind,
    apiVersion: apiVersionOf(definition),
    metadata: revision === undefined ? metadata : { ...metadata, resourceVersion: String(revision) },
    ...rest,
  };
  return {
    object: complete,
    json: Buffer.from(encodeJson(complete)),
    revision: revision ?? 0,
    key: keyOf(metadata.namespace, metadata.name),
  };
}
