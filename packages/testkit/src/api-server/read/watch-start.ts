// Opens a watch: the initial state or the missed past first, then the present; bookmarks and the time limit.

import type { Cluster } from '../cluster.ts';
import { expired, invalidRequest } from '../failure.ts';
import type { Collection } from '../store/collection.ts';
import type { Change } from '../store/history.ts';
import { parseResourceVersion } from './list.ts';
import type { Representation } from './representation.ts';
import { parseSelection, type SelectionRequest } from './selection.ts';
import { Watch, type WatchSink } from './watch.ts';

const BOOKMARK_EVERY_MS = 60_000;

export interface WatchRequest extends SelectionRequest {
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: string | undefined;
  readonly allowWatchBookmarks?: boolean | undefined;
  readonly sendInitialEvents?: boolean | undefined;
  readonly timeoutSeconds?: number | undefined;
}

export function startWatch(
  cluster: Cluster,
  collection: Collection,
  request: WatchRequest,
  representation: Representation,
  sink: WatchSink,
): Watch {
  checkInitialEvents(request);
  const { definition } = collection;
  const since = parseResourceVersion(request.resourceVersion);
  const selection = parseSelection(request, definition);
  const bookmarks = request.allowWatchBookmarks === true;
  const cancelTimers: (() => void)[] = [];
  const watch = new Watch({ definition, selection, representation, bookmarks }, sink, () => {
    collection.watches.delete(watch);
    for (const cancel of cancelTimers) cancel();
  });

  const past = pastOf(collection, since, request);
  if (past === 'expired') {
    const oldest = collection.history.oldest;
    watch.fail(expired(`too old resource version: ${since} (${oldest})`).toStatus());
    return watch;
  }
  if (past === 'initial') for (const version of collection.list(selection.namespace)) watch.present(version);
  else for (const change of past) watch.deliver(change);
  if (request.sendInitialEvents) {
    watch.bookmark(cluster.storage.revision, { 'k8s.io/initial-events-end': 'true' });
  }
  collection.watches.add(watch);

  if (bookmarks) repeatBookmarks(cluster, watch, cancelTimers);
  if (request.timeoutSeconds) {
    const expire = () => {
      // A last bookmark lets the client resume from the newest revision and not from its last event.
      watch.bookmark(cluster.storage.revision);
      watch.end();
    };
    cancelTimers.push(cluster.clock.after(request.timeoutSeconds * 1000, expire));
  }
  return watch;
}

function pastOf(
  collection: Collection,
  since: number | undefined,
  { sendInitialEvents }: WatchRequest,
): 'initial' | 'expired' | readonly Change[] {
  if (sendInitialEvents) return 'initial';
  if (since === undefined || since === 0) return sendInitialEvents === false ? [] : 'initial';
  return collection.history.since(since) ?? 'expired';
}

function repeatBookmarks(cluster: Cluster, watch: Watch, cancelTimers: (() => void)[]): void {
  const tick = () => {
    watch.bookmark(cluster.storage.revision);
    repeatBookmarks(cluster, watch, cancelTimers);
  };
  cancelTimers[0] = cluster.clock.after(BOOKMARK_EVERY_MS, tick);
}

function checkInitialEvents({ sendInitialEvents, resourceVersionMatch, allowWatchBookmarks }: WatchRequest): void {
  if (sendInitialEvents === undefined) {
    const message = 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided';
    if (resourceVersionMatch) throw invalidRequest('resourceVersionMatch', message);
    return;
  }
  if (resourceVersionMatch === 'NotOlderThan' && (!sendInitialEvents || allowWatchBookmarks)) return;
  const message =
    'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan, and allowWatchBookmarks when it is true';
  throw invalidRequest('sendInitialEvents', message);
}
