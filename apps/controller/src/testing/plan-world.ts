// Objects in, rows out: the planner with its stores and ledger but without any I/O, for table tests of plans.

import { type KubeObject, keyOf, Store } from '@kube-ovn/kube';
import { ReactiveGraph } from '../engine/cells.ts';
import { DesiredState } from '../engine/desired.ts';
import type { ApiWrite, Columns, EventFact, Plan, RowId } from '../engine/facts.ts';
import type { ObservedRows } from '../engine/observed.ts';
import { createPlanner } from '../engine/planner.ts';
import type { ObjectStores } from '../engine/stores.ts';
import { View, type World } from '../engine/view.ts';
import type { KindName } from '../kinds/objects.ts';
import { KIND_NAMES, WATCHED } from '../kinds/registry.ts';
import { ipObject } from '../ledger/allocator.ts';
import { LedgerFeed } from '../ledger/feed.ts';
import { AddressLedger } from '../ledger/ledger.ts';
import { defaultNetworkConfig, type NetworkConfig } from '../network-config.ts';
import { RESOURCES } from '../resources/index.ts';
import { applyMergePatch } from './merge-patch.ts';

/** Rounds after which objects that still change are a bug: two plans fight, or one never settles. */
const MAX_ROUNDS = 20;

export class PlanWorld {
  readonly world: World;
  readonly desired = new DesiredState();
  readonly events: (EventFact & { readonly key: string })[] = [];
  readonly refusals = new Map<string, string>();
  now = Date.parse('2026-01-01T00:00:00Z');
  readonly #objects = new Map<string, KubeObject>();
  /** Writes to the API so far, allocations included. */
  writes = 0;
  #version = 0;
  #macs = 0;
  readonly #feed: LedgerFeed;
  readonly #plan: (key: string) => Plan;

  constructor(overrides: Partial<NetworkConfig> = {}) {
    const stores = Object.fromEntries(
      KIND_NAMES.map((kind) => [kind, new Store<KubeObject>()]),
    ) as unknown as ObjectStores;
    const graph: ReactiveGraph<View> = new ReactiveGraph<View>({
      viewFor: (reads) => new View(() => this.world, reads),
      onPlanStale: () => {},
    });
    const mac = () => `02:00:00:00:${hex(this.#macs >> 8)}:${hex(this.#macs++ & 255)}`;
    const ledger = new AddressLedger({ randomMac: mac, onUsage: (subnet) => graph.touch(`ipam/${subnet}`) });
    const observed = {
      get: (id: RowId) => (this.desired.get(id) === undefined ? [] : [{}]),
    } as unknown as ObservedRows;
    this.world = { config: defaultNetworkConfig(overrides), stores, observed, ledger, graph, now: () => this.now };
    this.#feed = new LedgerFeed(ledger, stores, this.world.config);
    this.#plan = createPlanner(this.world, RESOURCES);
  }

  /** Creates or replaces objects, then plans until nothing is left to write. */
  apply(...objects: readonly KubeObject[]): this {
    for (const object of objects) {
      const kind = object.kind as KindName;
      const before = this.get(kind, keyOf(object));
      // What the controller has written stays, as it does with `kubectl apply`.
      const status = object.status ?? before?.status;
      const finalizers = object.metadata.finalizers ?? before?.metadata.finalizers;
      this.#store(kind, {
        ...object,
        status,
        metadata: { ...object.metadata, finalizers, creationTimestamp: before?.metadata.creationTimestamp },
      });
    }
    return this.settle();
  }

  /** Deletes, if there is one, and creates anew: another object with the same name. */
  recreate(object: KubeObject): this {
    const kind = object.kind as KindName;
    if (this.get(kind, keyOf(object)) !== undefined) this.#remove(kind, keyOf(object));
    return this.apply(object);
  }

  /** Takes over objects exactly as they are, as a restarted controller finds them. */
  restore(objects: readonly KubeObject[]): this {
    for (const object of objects) this.#store(object.kind as KindName, object);
    return this.settle();
  }

  delete(kind: KindName, key: string): this {
    const object = this.get(kind, key);
    if (object === undefined) throw new Error(`there is no ${kind} ${key}`);
    if ((object.metadata.finalizers ?? []).length > 0) {
      this.#store(kind, {
        ...object,
        metadata: { ...object.metadata, deletionTimestamp: new Date(this.now).toISOString() },
      });
    } else this.#remove(kind, key);
    return this.settle();
  }

  /** The whole object, as the API server would have it. */
  get(kind: KindName, key: string): KubeObject | undefined {
    return this.#objects.get(`${kind}/${key}`);
  }

  /** Spec of an object that must exist. */
  spec(kind: KindName, key: string): Readonly<Record<string, unknown>> {
    const object = this.get(kind, key);
    if (object === undefined) throw new Error(`there is no ${kind} ${key}`);
    return (object.spec ?? {}) as Readonly<Record<string, unknown>>;
  }

  settle(): this {
    for (let round = 0; round < MAX_ROUNDS; round++) if (!this.#round()) return this;
    throw new Error('the plans do not settle');
  }

  /** The desired rows whose id starts with this text, by id. */
  rows(prefix = ''): Readonly<Record<RowId, Columns>> {
    const ids = [...this.desired.ids()].filter((id) => id.startsWith(prefix)).sort();
    return Object.fromEntries(ids.map((id) => [id, this.desired.get(id)!.fact.columns]));
  }

  row(id: RowId): Columns | undefined {
    return this.desired.get(id)?.fact.columns;
  }

  members(id: RowId, column: string): readonly string[] {
    return [...this.desired.members(id, column)].sort();
  }

  #round(): boolean {
    let changed = false;
    const keys = KIND_NAMES.flatMap((kind) => [...this.world.stores[kind].keys()].map((key) => `${kind}/${key}`));
    const owners = [...this.desired.owners()].filter((owner) => !keys.includes(owner));
    for (const key of [...owners, ...keys]) {
      const before = this.desired.size;
      this.world.graph.flush();
      const plan = this.#plan(key);
      if (plan.keep) this.desired.keep(key);
      else this.desired.replace(key, plan);
      if (this.desired.size !== before) changed = true;
      for (const event of plan.events) this.events.push({ key, ...event });
      for (const write of plan.writes) changed = this.#write(write) || changed;
      if (plan.allocate !== undefined) changed = this.#allocate(key, plan.allocate) || changed;
      if (plan.failure !== undefined) this.refusals.set(key, plan.failure.code);
    }
    // Whether a row exists is read by plans; here it exists as soon as it is wanted.
    for (const id of this.desired.ids()) this.world.graph.touch(`row/${id}`);
    return changed;
  }

  #allocate(key: string, wish: NonNullable<Plan['allocate']>): boolean {
    const chosen = this.world.ledger.choose(wish);
    if (!chosen.ok) {
      this.refusals.set(key, chosen.error.code);
      return false;
    }
    const { subnet, allocation } = chosen.value;
    this.writes++;
    const object = this.get('IP', wish.ipName);
    const made = ipObject(wish, subnet, allocation) as KubeObject & { spec: object };
    this.#store('IP', object === undefined ? made : { ...object, spec: { ...(object.spec as object), ...made.spec } });
    return true;
  }

  #write(write: ApiWrite): boolean {
    this.writes++;
    const kind = write.kind as KindName;
    if (write.verb === 'create') this.#store(kind, write.object as KubeObject);
    else {
      const object = this.get(kind, write.key);
      if (object === undefined) return false;
      if (write.verb === 'delete') {
        if (object.metadata.deletionTimestamp !== undefined) return false;
        this.delete(kind, write.key);
      } else {
        const next = applyMergePatch(object, write.patch) as KubeObject;
        const released = (object.metadata.finalizers ?? []).length > 0 && (next.metadata.finalizers ?? []).length === 0;
        if (next.metadata.deletionTimestamp !== undefined && released) this.#remove(kind, write.key);
        else this.#store(kind, next);
      }
    }
    return true;
  }

  #store(kind: KindName, object: KubeObject): void {
    const before = this.get(kind, keyOf(object));
    const metadata = {
      ...object.metadata,
      creationTimestamp: object.metadata.creationTimestamp ?? new Date(this.now).toISOString(),
      uid: object.metadata.uid ?? before?.metadata.uid ?? `uid-${kind}-${keyOf(object)}-${this.#version}`,
      resourceVersion: String(++this.#version),
    };
    this.#objects.set(`${kind}/${keyOf(object)}`, { ...object, metadata });
    const trimmed = this.world.stores[kind].get(keyOf(object));
    const after = WATCHED[kind].trim({ ...object, metadata });
    (this.world.stores[kind] as Store<KubeObject>).applyEvent(after);
    this.#changed(kind, keyOf(object), trimmed, after);
  }

  #remove(kind: KindName, key: string): void {
    const before = this.world.stores[kind].get(key)!;
    this.#objects.delete(`${kind}/${key}`);
    const gone = { ...before, metadata: { ...before.metadata, resourceVersion: String(++this.#version) } };
    (this.world.stores[kind] as Store<KubeObject>).applyDeletion(gone);
    this.#changed(kind, key, before, undefined);
  }

  #changed(kind: KindName, key: string, before: KubeObject | undefined, after: KubeObject | undefined): void {
    if (kind === 'IP') this.#feed.ipChanged(key, after as never);
    if (kind === 'Subnet') this.#feed.subnetChanged(key, after as never);
    if (kind === 'IPPool') this.#feed.poolChanged(key, after as never);
    if (kind === 'Node') this.#feed.nodeChanged(before as never, after as never);
    this.world.graph.touch(`${kind}/${key}`);
    if (before === undefined || after === undefined) this.world.graph.touch(`${kind}/*`);
  }
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
