// All objects of one resource with their recent history, in the key order etcd would list them.

import type { Watch } from '../read/watch.ts';
import { apiVersionOf, type ResourceDefinition } from '../resources/resource-definition.ts';
import { type ApiObject, keyOf, type Version } from './api-object.ts';
import { History } from './history.ts';

interface Slot {
  readonly key: string;
  version: Version;
}

export class Collection {
  definition: ResourceDefinition;
  readonly history: History;
  readonly watches = new Set<Watch>();
  /** Bytes of `{"kind":"Pod","apiVersion":"v1",` in front of every text of this resource. */
  readonly prefixLength: number;
  readonly #slots = new Map<string, Slot>();
  readonly #counts = new Map<string, number>();
  #sorted: Slot[] | undefined = [];

  constructor(definition: ResourceDefinition, historyLimit: number) {
    this.definition = definition;
    this.history = new History(historyLimit);
    const head = JSON.stringify({ kind: definition.kind, apiVersion: apiVersionOf(definition) });
    this.prefixLength = Buffer.byteLength(head);
  }

  get size(): number {
    return this.#slots.size;
  }

  countIn(namespace: string): number {
    return this.#counts.get(namespace) ?? 0;
  }

  get(namespace: string | undefined, name: string): Version | undefined {
    return this.#slots.get(keyOf(namespace, name))?.version;
  }

  /** In key order; all namespaces when none is given. */
  list(namespace?: string): Version[] {
    const slots = this.#inOrder();
    if (namespace === undefined) return slots.map((slot) => slot.version);
    const prefix = `${namespace}/`;
    const found: Version[] = [];
    for (let index = firstNotBelow(slots, prefix); index < slots.length; index += 1) {
      const slot = slots[index];
      if (!slot?.key.startsWith(prefix)) break;
      found.push(slot.version);
    }
    return found;
  }

  set(version: Version): void {
    const slot = this.#slots.get(version.key);
    if (slot) {
      slot.version = version;
      return;
    }
    const added = { key: version.key, version };
    this.#slots.set(version.key, added);
    this.#count(version.object, 1);
    // Objects often arrive in order; then the sorted array stays valid.
    const last = this.#sorted?.at(-1);
    if (this.#sorted && (last === undefined || last.key < added.key)) this.#sorted.push(added);
    else this.#sorted = undefined;
  }

  remove(version: Version): void {
    if (!this.#slots.delete(version.key)) return;
    this.#count(version.object, -1);
    this.#sorted = undefined;
  }

  #count(object: ApiObject, by: number): void {
    const namespace = object.metadata.namespace ?? '';
    this.#counts.set(namespace, (this.#counts.get(namespace) ?? 0) + by);
  }

  #inOrder(): Slot[] {
    this.#sorted ??= [...this.#slots.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
    return this.#sorted;
  }
}

function firstNotBelow(slots: readonly Slot[], key: string): number {
  let low = 0;
  let high = slots.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((slots[middle]?.key ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
