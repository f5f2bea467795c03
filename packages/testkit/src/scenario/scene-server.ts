// What a scenario needs of an API server: the in-memory one has all of it; a real one is read in snapshots and has no faults on order.

import { decodeJson, encodeJson } from '@kube-ovn/crds';
import { KubeClient } from '@kube-ovn/kube';
import type { AnyObject, ApiServer, Faults } from '../api-server/index.ts';

export type MaybePromise<T> = T | Promise<T>;

/** Reads answer at once, from the snapshot where there is one. */
export interface SceneObjects {
  get<T = AnyObject>(kind: string, name: string, namespace?: string): T | undefined;
  list<T = AnyObject>(kind: string): T[];
  create(object: object): MaybePromise<unknown>;
  patch(
    kind: string,
    name: string,
    namespace: string | undefined,
    patch: object,
    options?: { readonly subresource?: 'status' | undefined },
  ): MaybePromise<unknown>;
  delete(
    kind: string,
    name: string,
    namespace?: string,
    options?: { readonly gracePeriodSeconds?: number | undefined },
  ): MaybePromise<unknown>;
}

export interface SceneServer {
  readonly objects: SceneObjects;
  readonly faults: Faults;
  /** Changes whenever an object changes. */
  readonly revision: number | string;
  readonly onWrite: ApiServer['onWrite'];
  /** A client of the controller. */
  client(userAgent: string): KubeClient;
  /** Write requests of the controller so far, but for events. */
  writesOf(userAgent: string): number;
  /** Takes a new snapshot: kind -> key -> resourceVersion. Undefined where reads are always fresh. */
  refresh?(): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>>;
  /** Time passes for the server. */
  tick(ms: number): void;
  close(): Promise<void>;
}

export function memoryServer(server: ApiServer): SceneServer {
  const { objects, faults, writes } = server;
  return {
    objects,
    faults,
    get revision() {
      return server.revision;
    },
    onWrite: (listener) => server.onWrite(listener),
    client: (userAgent) =>
      new KubeClient({ server: server.url }, { userAgent, parse: decodeJson, stringify: encodeJson }),
    writesOf: (userAgent) => writes.total({ userAgent }) - writes.total({ userAgent, resource: 'events' }),
    tick: (ms) => faults.tick(ms),
    close: () => server.close(),
  };
}
