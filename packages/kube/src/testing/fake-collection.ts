// One collection ("pods") behind a FaultServer: paged lists, watches that replay history, and a script of faults that the
// next requests meet. Just enough of an API server to test a reflector; testkit has the real imitation.

import type { ServerResponse } from 'node:http';
import type { KubeObject } from '../object.ts';
import type { ResourceRef } from '../resource-path.ts';
import { type Answer, type FaultServer, json, type Recorded, startFaultServer, status } from './fault-server.ts';

export const PODS: ResourceRef = { group: '', version: 'v1', plural: 'pods', namespaced: true, kind: 'Pod' };

interface Happening {
  readonly version: number;
  readonly line: string;
}

export class FakeCollection {
  readonly server: FaultServer;
  /** Answers for the next lists and watches, used up one by one. */
  readonly faults: { list: Answer[]; watch: Answer[] } = { list: [], watch: [] };
  readonly watches = new Set<ServerResponse>();
  maxWatches = 0;
  version = 100;
  readonly #objects = new Map<string, KubeObject>();
  readonly #history: Happening[] = [];
  #oldest = 0;
  #uid = 0;

  constructor(server: FaultServer) {
    this.server = server;
    server.answer = (request, response) => this.#answer(request, response);
  }

  static async start(): Promise<FakeCollection> {
    return new FakeCollection(await startFaultServer());
  }

  lists(): Recorded[] {
    return this.server.requests.filter((request) => !request.query.has('watch'));
  }

  watchRequests(): Recorded[] {
    return this.server.requests.filter((request) => request.query.has('watch'));
  }

  put(name: string, fields: Record<string, unknown> = {}): KubeObject {
    const known = this.#objects.get(name);
    const metadata = {
      name,
      namespace: 'default',
      uid: known?.metadata.uid ?? `uid-${++this.#uid}`,
      resourceVersion: String(++this.version),
    };
    const object: KubeObject = { apiVersion: 'v1', kind: 'Pod', metadata, ...fields };
    this.#objects.set(name, object);
    this.#happen(known === undefined ? 'ADDED' : 'MODIFIED', object);
    return object;
  }

  remove(name: string): void {
    const known = this.#objects.get(name);
    if (known === undefined) return;
    this.#objects.delete(name);
    const object = { ...known, metadata: { ...known.metadata, resourceVersion: String(++this.version) } };
    this.#happen('DELETED', object);
  }

  /** Delete and create, told to watchers as a single MODIFIED. */
  recreateAsOneEvent(name: string): KubeObject {
    this.#objects.delete(name);
    const metadata = { name, namespace: 'default', uid: `uid-${++this.#uid}`, resourceVersion: String(++this.version) };
    const object: KubeObject = { apiVersion: 'v1', kind: 'Pod', metadata };
    this.#objects.set(name, object);
    this.#happen('MODIFIED', object);
    return object;
  }

  bookmark(): void {
    const metadata = { resourceVersion: String(++this.version) };
    this.broadcast(`${JSON.stringify({ type: 'BOOKMARK', object: { kind: 'Pod', metadata } })}\n`);
  }

  broadcast(text: string): void {
    for (const watch of this.watches) watch.write(text);
  }

  /** Watches may not start from before now any more. */
  compact(): void {
    this.#oldest = this.version;
  }

  /** As after a restore of etcd from a backup: older data, older resourceVersions, no history. */
  restoreBackup(version: number): void {
    this.#objects.clear();
    this.#history.length = 0;
    this.version = version;
  }

  endWatches(): void {
    for (const watch of this.watches) watch.end();
  }

  resetWatches(): void {
    for (const watch of this.watches) (watch.socket as { resetAndDestroy(): void } | null)?.resetAndDestroy();
  }

  async close(): Promise<void> {
    await this.server.close();
  }

  /** The regular answer, for faults that only watch or delay. */
  readonly honest: Answer = (request, response) => {
    if (request.query.has('watch')) this.#watch(request, response);
    else this.#list(request, response);
  };

  #answer(request: Recorded, response: ServerResponse): void {
    const fault = (request.query.has('watch') ? this.faults.watch : this.faults.list).shift();
    (fault ?? this.honest)(request, response);
  }

  #list(request: Recorded, response: ServerResponse): void {
    const limit = Number(request.query.get('limit') ?? 0) || Number.POSITIVE_INFINITY;
    const [version = this.version, offset = 0] = (request.query.get('continue') ?? '')
      .split(':')
      .filter(Boolean)
      .map(Number);
    if (version < this.#oldest) {
      status(410, 'Expired')(request, response);
      return;
    }
    const all = [...this.#objects.values()];
    const items = all.slice(offset, offset + limit).map(({ apiVersion: _a, kind: _k, ...item }) => item);
    const more = offset + limit < all.length ? `${version}:${offset + limit}` : undefined;
    const metadata = { resourceVersion: String(version), continue: more };
    json(200, { apiVersion: 'v1', kind: 'PodList', metadata, items })(request, response);
  }

  #watch(request: Recorded, response: ServerResponse): void {
    const from = Number(request.query.get('resourceVersion') ?? this.version);
    if (from < this.#oldest) {
      status(410, 'Expired')(request, response);
      return;
    }
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.flushHeaders();
    for (const { version, line } of this.#history) if (version > from) response.write(line);
    this.watches.add(response);
    this.maxWatches = Math.max(this.maxWatches, this.watches.size);
    response.on('close', () => this.watches.delete(response));
  }

  #happen(type: string, object: KubeObject): void {
    const line = `${JSON.stringify({ type, object })}\n`;
    this.#history.push({ version: this.version, line });
    this.broadcast(line);
  }
}
