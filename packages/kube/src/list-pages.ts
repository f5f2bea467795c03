// A complete list in pages. A page token that the server no longer honours (410) starts the paging again from the front,
// with larger pages, so that a slow listing of a busy cluster ends at last.

import type { ApiResult } from './api-error.ts';
import type { KubeClient, ListQuery } from './client.ts';
import type { KubeObject } from './object.ts';
import type { ResourceRef } from './resource-path.ts';

export interface PagedList<T> {
  readonly items: Map<string, T>;
  readonly resourceVersion: string;
}

export interface PageOptions<T> {
  readonly query: ListQuery;
  readonly pageSize: number;
  readonly signal: AbortSignal;
  /** Turns each item into what is kept of it; the page itself is dropped before the next is asked for. */
  readonly keep: (item: KubeObject, into: Map<string, T>) => void;
}

const MAX_RESTARTS = 5;
const MAX_PAGE = 10_000;

export async function listPages<T>(
  client: KubeClient,
  ref: ResourceRef,
  options: PageOptions<T>,
): Promise<ApiResult<PagedList<T>>> {
  const items = new Map<string, T>();
  let limit = options.pageSize;
  let token: string | undefined;
  for (let restarts = 0; ; ) {
    const page = await client.list(ref, { ...options.query, limit, continue: token }, { signal: options.signal });
    if (!page.ok) {
      if (page.error.status !== 410 || token === undefined || restarts >= MAX_RESTARTS) return page;
      restarts++;
      items.clear();
      token = undefined;
      limit = Math.min(limit * 2, Math.max(limit, MAX_PAGE));
      continue;
    }
    for (const item of page.value.items) options.keep(item, items);
    token = page.value.continue;
    if (token === undefined) return { ok: true, value: { items, resourceVersion: page.value.resourceVersion } };
  }
}
