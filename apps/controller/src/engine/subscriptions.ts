// Connects what changes with who must know: stores and replica to the graph, the ledger and the queue.

import type { WorkQueue } from '@kube-ovn/kube';
import type { OvsdbClient } from '@kube-ovn/ovsdb-client';
import type { CustomObject, KindName, NodeObject } from '../kinds/objects.ts';
import { KIND_NAMES } from '../kinds/registry.ts';
import type { Allocator } from '../ledger/allocator.ts';
import type { LedgerFeed } from '../ledger/feed.ts';
import type { Reconciler } from './reconciler.ts';
import type { World } from './view.ts';

interface Parts {
  readonly world: World;
  readonly feed: LedgerFeed;
  readonly queue: WorkQueue;
  readonly northbound: OvsdbClient;
  readonly reconciler: Reconciler;
  readonly allocator: Allocator;
}

export function subscribe(parts: Parts): void {
  const flushSoon = flusher(parts.world);
  for (const kind of KIND_NAMES) subscribeKind(kind, parts, flushSoon);
  const { northbound, world, reconciler } = parts;
  northbound.replica.onChange((changes) => {
    const rows = world.observed.apply(changes, reconciler.memberChanges);
    if (rows.size === 0) return;
    for (const row of rows) world.graph.touch(`row/${row}`);
    reconciler.rowsChanged(rows);
    flushSoon();
  });
}

function subscribeKind(kind: KindName, { world, feed, queue, allocator }: Parts, flushSoon: () => void): void {
  world.stores[kind].onChange((change: { key: string; before?: unknown; after?: unknown; source: string }) => {
    const { key, before, after, source } = change;
    if (kind === 'IP') {
      const old = before as CustomObject | undefined;
      feed.ipChanged(key, after as CustomObject | undefined);
      const subnet = old?.spec?.subnet;
      if (after === undefined && typeof subnet === 'string') allocator.subnetChanged(subnet);
    } else if (kind === 'Subnet') {
      feed.subnetChanged(key, after as CustomObject | undefined);
      allocator.subnetChanged(key);
    } else if (kind === 'IPPool') {
      const pool = (after ?? before) as CustomObject;
      feed.poolChanged(key, after as CustomObject | undefined);
      if (typeof pool.spec?.subnet === 'string') allocator.subnetChanged(pool.spec.subnet);
    } else if (kind === 'Node') {
      feed.nodeChanged(before as NodeObject | undefined, after as NodeObject | undefined);
    }
    world.graph.touch(`${kind}/${key}`);
    if (before === undefined || after === undefined) world.graph.touch(`${kind}/*`);
    queue.add(`${kind}/${key}`, source === 'list' ? 'relist' : 'live');
    flushSoon();
  });
}

/** Finds whom a burst of changes concerns once it is over, early enough that all of them get into the same batch. */
function flusher(world: World): () => void {
  let scheduled = false;
  return () => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      world.graph.flush();
    });
  };
}
