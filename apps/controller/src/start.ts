// Puts a controller together from its parts and runs it; the one way in for main.ts and for tests.

import { toError } from '@kube-ovn/errors';
import { type KubeClient, WorkQueue, type WorkQueueOptions } from '@kube-ovn/kube';
import { type ClientOptions, connect, type OvsdbClient } from '@kube-ovn/ovsdb-client';
import { createDefaults } from './bootstrap.ts';
import { ReactiveGraph } from './engine/cells.ts';
import { Committer } from './engine/commit.ts';
import { DesiredState } from './engine/desired.ts';
import { createEffects } from './engine/effects.ts';
import { ObservedRows } from './engine/observed.ts';
import { createPlanner } from './engine/planner.ts';
import { Reconciler } from './engine/reconciler.ts';
import { type Reflectors, startReflectors } from './engine/stores.ts';
import { subscribe } from './engine/subscriptions.ts';
import { MONITORED_TABLES } from './engine/tables.ts';
import { View, type World } from './engine/view.ts';
import type { KindName } from './kinds/objects.ts';
import { KIND_NAMES } from './kinds/registry.ts';
import { AllocationGate } from './ledger/allocation-gate.ts';
import { LedgerFeed } from './ledger/feed.ts';
import { AddressLedger } from './ledger/ledger.ts';
import { randomMac } from './ledger/random-mac.ts';
import type { NetworkConfig } from './network-config.ts';
import { writeGlobalOptions } from './northbound-global.ts';
import type { ControllerLog, ControllerMetrics } from './observability.ts';
import { RESOURCES } from './resources/index.ts';
import { keepChassis, SOUTHBOUND_TABLES } from './southbound/chassis-keeper.ts';

export interface ControllerOptions {
  readonly client: KubeClient;
  readonly northbound: Pick<ClientOptions, 'endpoints' | 'tls' | 'connectTimeoutMs' | 'inactivityProbeMs'>;
  /** Without it nothing is cleared away in OVN Southbound. */
  readonly southbound?: ControllerOptions['northbound'];
  readonly config: NetworkConfig;
  readonly log: ControllerLog;
  readonly metrics: ControllerMetrics;
  /** Full comparison of everything with everything, ms. */
  readonly fullCheckMs?: number;
  /** Statuses that show the use of addresses follow the pods with this delay, ms. */
  readonly usageDelayMs?: number;
  /** The first wait after a failed list or watch, ms. */
  readonly watchBackoffMs?: number;
  /** Epoch ms. */
  readonly now?: () => number;
  /** What waiting is measured with. */
  readonly timers?: Pick<WorkQueueOptions, 'now' | 'setTimer'>;
}

export interface Controller {
  /** Everything that is known has been planned, committed and written; what is to be tried again later than that is not waited for. */
  settled(horizonMs?: number): Promise<void>;
  /** The resourceVersion up to which everything of a kind is known. */
  seen(kind: KindName): string | undefined;
  /** Everything that is known of a kind: key -> resourceVersion. */
  versions(kind: KindName): ReadonlyMap<string, string>;
  /** Compares everything with everything, as the periodic check does. */
  check(): Promise<void>;
  readonly healthy: boolean;
  readonly northbound: OvsdbClient;
  /** Ends at once: no request in flight is waited for, nothing is cleaned up. */
  stop(): Promise<void>;
}

const DEFAULT_FULL_CHECK_MS = 360_000;
/** The use of addresses changes with every pod; many changes become one status. */
const DEFAULT_USAGE_DELAY_MS = 300;
const MAX_API_WRITES = 64;
const DECIDE_ADDRESSES: readonly KindName[] = ['Namespace', 'Vpc', 'Subnet', 'IPPool', 'IP', 'Node'];

/** Resolves when everything has been read, compared and committed once; rejects when `signal` aborts first. */
export async function startController(options: ControllerOptions, signal: AbortSignal): Promise<Controller> {
  const { client, config, log } = options;
  const stop = new AbortController();
  signal.addEventListener('abort', () => stop.abort(signal.reason), { once: true });
  const northbound = connect({
    ...options.northbound,
    database: 'OVN_Northbound',
    monitor: MONITORED_TABLES,
    onStateChange: (state, why) => log.northbound(state, why),
  });
  let reflectors: Reflectors | undefined;
  try {
    await createDefaults(client, config, stop.signal);
    reflectors = startReflectors(client, {
      onError: (kind, error) => log.watchFailed(kind, toError(error)),
      minBackoffMs: options.watchBackoffMs,
    });
    return await run(options, northbound, reflectors, stop);
  } catch (error) {
    // A start that failed leaves nothing behind that goes on connecting.
    stop.abort(error);
    await Promise.all([reflectors?.stop(), northbound.close()]);
    throw error;
  }
}

async function run(
  options: ControllerOptions,
  northbound: OvsdbClient,
  reflectors: Reflectors,
  stop: AbortController,
): Promise<Controller> {
  const { client, config, log } = options;
  await Promise.all([reflectors.synced(stop.signal), northbound.current(stop.signal)]);
  await writeGlobalOptions(northbound, stop.signal);

  const queue = new WorkQueue(options.timers);
  const world = openWorld(options, reflectors, northbound, queue);
  const desired = new DesiredState();
  const gate = new AllocationGate({
    areCurrent: () => reflectors.areCurrent(DECIDE_ADDRESSES),
    again: (key) => queue.add(key, 'live'),
  });
  const effects = createEffects({
    client,
    world,
    queue,
    options,
    maxWrites: MAX_API_WRITES,
    gate,
    signal: stop.signal,
  });
  const reconciler = new Reconciler({
    world,
    queue,
    desired,
    committer: new Committer(northbound, desired, world.observed),
    plan: createPlanner(world, RESOURCES),
    effects,
    current: (aborted) => northbound.current(aborted),
    signal: stop.signal,
  });
  reflectors.onState(() => gate.watchChanged());
  const feed = new LedgerFeed(world.ledger, world.stores, config);
  feed.fill();
  subscribe({ world, feed, queue, northbound, reconciler, allocator: effects.allocator });
  const check = () => reconciler.full(allKeys(world));
  await check();
  stop.signal.throwIfAborted();
  const loop = reconciler.run().catch((error) => {
    if (!stop.signal.aborted) log.crashed(toError(error));
  });
  const southbound = clearSouthbound(options, reflectors);
  const timer = setInterval(() => void reconciler.requestFull(allKeys), options.fullCheckMs ?? DEFAULT_FULL_CHECK_MS);
  return {
    northbound,
    check: () => reconciler.requestFull(allKeys),
    seen: (kind) => world.stores[kind].seenVersion,
    versions(kind) {
      const store = world.stores[kind];
      return new Map([...store.keys()].map((key) => [key, store.get(key)?.metadata.resourceVersion ?? '']));
    },
    async settled(horizonMs) {
      do {
        await gate.settled();
        await effects.writer.settled();
        await queue.settled(horizonMs);
      } while (gate.held > 0 || effects.writer.pending > 0 || queue.length > 0);
      await effects.events.flush();
    },
    get healthy() {
      return reflectors.healthy && northbound.state === 'current';
    },
    async stop() {
      stop.abort(new Error('the controller is stopping'));
      clearInterval(timer);
      gate.stop();
      await Promise.all([reflectors.stop(), northbound.close(), southbound?.close(), effects.events.flush()]);
      await loop;
    },
  };
}

/** Not waited for: routing does not need it. */
function clearSouthbound(
  { southbound, log }: ControllerOptions,
  reflectors: Reflectors,
): Pick<OvsdbClient, 'close'> | undefined {
  if (southbound === undefined) return undefined;
  const client = connect({
    ...southbound,
    database: 'OVN_Southbound',
    monitor: SOUTHBOUND_TABLES,
    onStateChange: (state, why) => log.note({ state, why }, 'OVN Southbound'),
  });
  const end = keepChassis({
    southbound: client,
    nodes: reflectors.stores.Node,
    areCurrent: () => reflectors.areCurrent(['Node']),
    note: log.note,
  });
  return {
    close: () => {
      end();
      return client.close();
    },
  };
}

function openWorld(
  options: ControllerOptions,
  reflectors: Reflectors,
  northbound: OvsdbClient,
  queue: WorkQueue,
): World {
  const { usageDelayMs = DEFAULT_USAGE_DELAY_MS } = options;
  const graph: ReactiveGraph<View> = new ReactiveGraph<View>({
    viewFor: (reads) => new View(() => world, reads),
    onPlanStale: (key, source) =>
      source.startsWith('ipam/') ? queue.addAfter(key, usageDelayMs) : queue.add(key, 'live'),
  });
  const ledger = new AddressLedger({ randomMac, onUsage: (subnet) => graph.touch(`ipam/${subnet}`) });
  const world: World = {
    config: options.config,
    stores: reflectors.stores,
    observed: new ObservedRows(northbound.replica),
    ledger,
    graph,
    now: options.now ?? Date.now,
  };
  return world;
}

function allKeys(world: World): string[] {
  return KIND_NAMES.flatMap((kind) => [...world.stores[kind].keys()].map((key) => `${kind}/${key}`));
}
