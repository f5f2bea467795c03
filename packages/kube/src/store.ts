// The local copy of one kind of object: what list and watch said, plus our own writes as soon as the server answered them.
// Objects are never changed in place; whoever holds one holds a snapshot.

import { type Identified, keyOf } from './object.ts';
import { compareResourceVersions, isNewer } from './resource-version.ts';
import { StoreIndex } from './store-index.ts';

export interface StoreChange<T> {
  readonly key: string;
  readonly before?: T;
  readonly after?: T;
  /** What told us: a (re)list, a watch event, or the answer to our own write. */
  readonly source: 'list' | 'watch' | 'write';
}

export type StoreListener<T> = (change: StoreChange<T>) => void;

export class Store<T extends Identified> {
  readonly #objects = new Map<string, T>();
  readonly #indexes = new Map<string, StoreIndex<T>>();
  readonly #listeners = new Set<StoreListener<T>>();
  // Keys whose object came from observe() and was not yet confirmed by the server's own stream.
  readonly #unconfirmed = new Set<string>();
  /** resourceVersion -> key of what observe() took: the events that will tell nothing new. */
  readonly #expected = new Map<string, string>();
  readonly #onError: (error: unknown) => void;
  #seenVersion: string | undefined;

  constructor(onError: (error: unknown) => void = () => {}) {
    this.#onError = onError;
  }

  get size(): number {
    return this.#objects.size;
  }

  /** Everything up to this resourceVersion is in the store. */
  get seenVersion(): string | undefined {
    return this.#seenVersion;
  }

  get(key: string): T | undefined {
    return this.#objects.get(key);
  }

  has(key: string): boolean {
    return this.#objects.has(key);
  }

  keys(): IterableIterator<string> {
    return this.#objects.keys();
  }

  values(): IterableIterator<T> {
    return this.#objects.values();
  }

  /** `valuesOf` must be pure. Objects already present are indexed at once. */
  addIndex(name: string, valuesOf: (object: T) => readonly string[]): void {
    const index = new StoreIndex((object: T) => this.#guarded(valuesOf, object));
    for (const [key, object] of this.#objects) index.update(key, undefined, object);
    this.#indexes.set(name, index);
  }

  by(index: string, value: string): readonly T[] {
    const found = this.#indexes.get(index);
    if (found === undefined) throw new Error(`the store has no index "${index}"`);
    return found.get(value);
  }

  /** Called after the store and its indexes changed; a relist applies all of its changes before the first call. */
  onChange(listener: StoreListener<T>): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Write-through of the answer to our own create or patch, so that the next plan sees it without waiting for the watch.
   * Ignored (false) when the stream has already passed it: an object we do not hold then was deleted since, and a stored
   * object that is as new stays. Observe only objects that the reflector's selectors select.
   */
  observe(object: T): boolean {
    const version = object.metadata.resourceVersion;
    if (this.#seenVersion !== undefined) {
      const order = compareResourceVersions(version, this.#seenVersion);
      if (order !== undefined && order <= 0) return false;
    }
    const key = keyOf(object);
    const stored = this.#objects.get(key);
    if (stored !== undefined && !supersedes(object, stored)) return false;
    this.#unconfirmed.add(key);
    if (version !== undefined) this.#expected.set(version, key);
    this.#put(key, stored, object, 'write');
    return true;
  }

  /** The stream tells of a state by its resourceVersion alone. True when it came by observe(): its event needs no reading. */
  confirm(resourceVersion: string): boolean {
    const key = this.#expected.get(resourceVersion);
    if (key === undefined) return false;
    this.#expected.delete(resourceVersion);
    const stored = this.#objects.get(key)?.metadata.resourceVersion;
    if (stored === undefined || (stored !== resourceVersion && !isNewer(stored, resourceVersion))) return false;
    if (stored === resourceVersion) this.#unconfirmed.delete(key);
    this.#advance(resourceVersion);
    return true;
  }

  /** An ADDED or MODIFIED event. False when the store already has this state or a newer one. */
  applyEvent(object: T): boolean {
    const key = keyOf(object);
    const stored = this.#objects.get(key);
    this.#advance(object.metadata.resourceVersion);
    if (stored !== undefined && !supersedes(object, stored)) {
      if (stored.metadata.resourceVersion === object.metadata.resourceVersion) this.#unconfirmed.delete(key);
      return false;
    }
    this.#unconfirmed.delete(key);
    this.#put(key, stored, object, 'watch');
    return true;
  }

  /** A DELETED event. An object of the same name written later (by us) survives it. */
  applyDeletion(object: Identified): boolean {
    const key = keyOf(object);
    const stored = this.#objects.get(key);
    this.#advance(object.metadata.resourceVersion);
    if (stored === undefined || isNewer(stored.metadata.resourceVersion, object.metadata.resourceVersion)) return false;
    this.#unconfirmed.delete(key);
    this.#remove(key, stored, 'watch');
    return true;
  }

  /** A bookmark: the stream has passed this version. */
  advance(resourceVersion: string | undefined): void {
    this.#advance(resourceVersion);
  }

  /** Makes the store equal to a complete list, by difference. Our own writes newer than the list stay. */
  replaceAll(listed: ReadonlyMap<string, T>, resourceVersion: string): void {
    const changes: StoreChange<T>[] = [];
    const survives = (key: string, stored: T): boolean =>
      this.#unconfirmed.has(key) && isNewer(stored.metadata.resourceVersion, resourceVersion);
    for (const [key, stored] of this.#objects) {
      if (listed.has(key) || survives(key, stored)) continue;
      changes.push({ key, before: stored, source: 'list' });
    }
    for (const [key, object] of listed) {
      const stored = this.#objects.get(key);
      if (stored === object) continue;
      if (stored !== undefined && (sameState(stored, object) || survives(key, stored))) continue;
      changes.push({ key, before: stored, after: object, source: 'list' });
    }
    this.#seenVersion = resourceVersion === '' ? undefined : resourceVersion;
    // The events up to this list will not come any more, and those after it may be read.
    this.#expected.clear();
    for (const change of changes) this.#write(change);
    for (const key of this.#unconfirmed) {
      const stored = this.#objects.get(key);
      if (stored === undefined || !survives(key, stored)) this.#unconfirmed.delete(key);
    }
    for (const change of changes) this.#emit(change);
  }

  #put(key: string, before: T | undefined, after: T, source: StoreChange<T>['source']): void {
    const change = { key, before, after, source };
    this.#write(change);
    this.#emit(change);
  }

  #remove(key: string, before: T, source: StoreChange<T>['source']): void {
    const change = { key, before, source };
    this.#write(change);
    this.#emit(change);
  }

  #write({ key, before, after }: StoreChange<T>): void {
    if (after === undefined) this.#objects.delete(key);
    else this.#objects.set(key, after);
    for (const index of this.#indexes.values()) index.update(key, before, after);
  }

  // An object that an index function cannot read is in no bucket of it; it must not stop the others.
  #guarded(valuesOf: (object: T) => readonly string[], object: T): readonly string[] {
    try {
      return valuesOf(object);
    } catch (error) {
      this.#onError(error);
      return [];
    }
  }

  #emit(change: StoreChange<T>): void {
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  #advance(resourceVersion: string | undefined): void {
    if (resourceVersion === undefined || resourceVersion === '') return;
    if (isNewer(this.#seenVersion, resourceVersion)) return;
    this.#seenVersion = resourceVersion;
  }
}

function sameState(a: Identified, b: Identified): boolean {
  const version = a.metadata.resourceVersion;
  return version !== undefined && version === b.metadata.resourceVersion && a.metadata.uid === b.metadata.uid;
}

/** Versions that cannot be ordered are taken in the order of arrival. */
function supersedes(candidate: Identified, stored: Identified): boolean {
  if (sameState(candidate, stored)) return false;
  const order = compareResourceVersions(candidate.metadata.resourceVersion, stored.metadata.resourceVersion);
  return order === undefined || order > 0 || (order === 0 && candidate.metadata.uid !== stored.metadata.uid);
}
