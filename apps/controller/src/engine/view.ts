// What a plan may look at. Every read is remembered, so the plan runs again when an answer would differ.

import type { KindName, ObjectsByKind } from '../kinds/objects.ts';
import type { AddressLedger, LedgerView } from '../ledger/ledger.ts';
import type { NetworkConfig } from '../network-config.ts';
import type { Cell, ReactiveGraph } from './cells.ts';
import type { Reads } from './dependencies.ts';
import type { RowId } from './facts.ts';
import type { ObservedRows } from './observed.ts';
import type { ObjectStores } from './stores.ts';

/** Everything that plans read, complete and current; made only by openWorld(), after every store and the replica have synced. */
export interface World {
  readonly config: NetworkConfig;
  readonly stores: ObjectStores;
  readonly observed: ObservedRows;
  readonly ledger: AddressLedger;
  readonly graph: ReactiveGraph<View>;
  /** Epoch ms. */
  now(): number;
}

export class View {
  readonly #world: () => World;
  readonly #reads: Reads;

  constructor(world: () => World, reads: Reads) {
    this.#world = world;
    this.#reads = reads;
  }

  get config(): NetworkConfig {
    return this.#world().config;
  }

  /** Epoch ms; a plan whose answer changes with time alone must return `recheckAt`. */
  get now(): number {
    return this.#world().now();
  }

  get<K extends KindName>(kind: K, key: string): ObjectsByKind[K] | undefined {
    this.#reads.add(`${kind}/${key}`);
    return this.#world().stores[kind].get(key);
  }

  /** The keys of a kind; only the coming and going of objects is a change, read each object for its content. */
  keys(kind: KindName): readonly string[] {
    this.#reads.add(`${kind}/*`);
    return [...this.#world().stores[kind].keys()].sort();
  }

  cell<T>(cell: Cell<View, T>, key: string): T {
    return this.#world().graph.read(cell, key, this.#reads);
  }

  /** Whether Northbound holds the row now. */
  rowExists(id: RowId): boolean {
    this.#reads.add(`row/${id}`);
    return this.#world().observed.get(id).length > 0;
  }

  /** Use of the addresses of a subnet; changes are delivered with a delay, since they are many. */
  usage(subnet: string): LedgerView {
    this.#reads.add(`ipam/${subnet}`);
    return this.#world().ledger.view(subnet);
  }

  /** Use of a pool; delivered like that of its subnet. */
  poolUsage(pool: string, subnet: string): LedgerView {
    this.#reads.add(`ipam/${subnet}`);
    return this.#world().ledger.poolView(pool);
  }
}
