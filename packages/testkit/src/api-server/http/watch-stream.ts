// Carries a watch over a chunked HTTP response, and tells the faults about it.

import type { Representation } from '../read/representation.ts';
import type { WatchSink } from '../read/watch.ts';
import { startWatch, type WatchRequest } from '../read/watch-start.ts';
import type { Collection } from '../store/collection.ts';
import { type Exchange, listRequest, type ResourceServer } from './exchange.ts';
import { isTrue } from './request-info.ts';

export function openWatchStream(
  { cluster, faults }: ResourceServer,
  exchange: Exchange,
  collection: Collection,
  shown: Representation,
): void {
  const { request, response, logged } = exchange;
  let silent = false;
  let opened = false;
  const open = () => {
    if (opened) return;
    opened = true;
    response.writeHead(200, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' });
    response.flushHeaders();
  };
  const sink: WatchSink = {
    write(frame) {
      open();
      if (!silent) response.write(frame);
    },
    end() {
      open();
      if (!silent) response.end();
    },
  };
  const watch = startWatch(cluster, collection, watchRequest(exchange), shown, sink);
  open();
  const forget = faults.watchOpened({
    request: logged,
    socket: request.socket,
    end: () => watch.end(),
    silence: () => {
      silent = true;
    },
  });
  response.once('close', () => {
    forget();
    watch.close();
  });
}

function watchRequest(exchange: Exchange): WatchRequest {
  const { query, resource } = exchange.info;
  const list = listRequest(exchange);
  const named = resource?.name === undefined ? [] : [`metadata.name=${resource.name}`];
  const fieldSelector = [list.fieldSelector ?? [], named].flat().join(',');
  const initial = query.get('sendInitialEvents');
  return {
    ...list,
    fieldSelector,
    allowWatchBookmarks: isTrue(query.get('allowWatchBookmarks')),
    sendInitialEvents: initial === null ? undefined : isTrue(initial),
    timeoutSeconds: Number(query.get('timeoutSeconds')) || undefined,
  };
}
