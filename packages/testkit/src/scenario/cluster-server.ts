// A real API server on the seat of the in-memory one. No controllers run behind it, so that objects stay as scenarios write
// them. Each scenario finds it empty: what another one left is removed first.

import { decodeJson, encodeJson } from '@kube-ovn/crds';
import { type ApiResult, KubeClient, type KubeObject, loadConfig, type ResourceRef } from '@kube-ovn/kube';
import { CLUSTER_KINDS } from './cluster-kinds.ts';
import { installCrds } from './install-crds.ts';
import type { SceneObjects, SceneServer } from './scene-server.ts';

type Snapshot = ReadonlyMap<string, ReadonlyMap<string, KubeObject>>;

const FIRST_NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];
export async function clusterServer(kubeconfig: string): Promise<SceneServer> {
  const config = await loadConfig({ kubeconfig });
  const newClient = (userAgent: string) =>
    new KubeClient(config, { userAgent, parse: decodeJson, stringify: encodeJson });
  const client = newClient('scenario');
  await installCrds(client, Object.values(CLUSTER_KINDS));
  await empty(client);
  let snapshot = await read(client);
  let writes = 0;
  return {
    objects: objectsOf(client, () => snapshot),
    get faults(): never {
      throw new Error('a real API server has no faults on order');
    },
    get revision() {
      return [...versionsOf(snapshot)].map(([kind, keys]) => `${kind} ${[...keys.values()].sort().join()}`).join(' ');
    },
    onWrite() {
      throw new Error('a real API server tells nobody of its writes');
    },
    client(userAgent) {
      const counted = newClient(userAgent);
      const request = counted.request.bind(counted);
      counted.request = (call) => {
        if (call.method !== 'GET' && !call.path.includes('/events')) writes++;
        return request(call);
      };
      return counted;
    },
    writesOf: () => writes,
    async refresh() {
      snapshot = await read(client);
      return versionsOf(snapshot);
    },
    tick() {},
    async close() {
      client.close();
    },
  };
}

function objectsOf(client: KubeClient, snapshot: () => Snapshot): SceneObjects {
  return {
    get: <T>(kind: string, name: string, namespace?: string) =>
      snapshot()
        .get(kind)
        ?.get(keyOf(refOf(kind), name, namespace)) as T | undefined,
    list: <T>(kind: string) => [...(snapshot().get(kind)?.values() ?? [])] as T[],
    create: (object) => answered(client.create(refOf((object as KubeObject).kind ?? ''), object as KubeObject)),
    patch: (kind, name, namespace, patch, options) =>
      answered(client.mergePatch(refOf(kind), name, namespace, patch, { subresource: options?.subresource })),
    delete: (kind, name, namespace, options) =>
      answered(client.delete(refOf(kind), name, namespace, { gracePeriodSeconds: options?.gracePeriodSeconds })),
  };
}

async function read(client: KubeClient): Promise<Snapshot> {
  const lists = Object.entries(CLUSTER_KINDS).map(async ([kind, ref]) => {
    const { items } = await answered(client.list<KubeObject>(ref));
    const byKey = items.map((object) => [keyOf(ref, object.metadata.name, object.metadata.namespace), object] as const);
    return [kind, new Map(byKey)] as const;
  });
  return new Map(await Promise.all(lists));
}

function versionsOf(snapshot: Snapshot): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const versions = (objects: ReadonlyMap<string, KubeObject>) =>
    new Map([...objects].map(([key, { metadata }]) => [key, metadata.resourceVersion ?? '']));
  return new Map([...snapshot].map(([kind, objects]) => [kind, versions(objects)]));
}

async function empty(client: KubeClient): Promise<void> {
  for (const [kind, objects] of await read(client)) {
    await Promise.all([...objects.values()].map((object) => remove(client, refOf(kind), object)));
  }
}

async function remove(client: KubeClient, ref: ResourceRef, { metadata }: KubeObject): Promise<void> {
  const { name, namespace, finalizers } = metadata;
  if (ref.kind === 'Namespace' && FIRST_NAMESPACES.includes(name)) {
    await answered(client.mergePatch(ref, name, undefined, { metadata: { annotations: null } }));
    return;
  }
  if (finalizers?.length) await client.mergePatch(ref, name, namespace, { metadata: { finalizers: null } });
  await client.delete(ref, name, namespace, { gracePeriodSeconds: 0 });
  if (ref.kind !== 'Namespace') return;
  // What the namespace controller says when nothing is left inside.
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name }, spec: { finalizers: [] } };
  await answered(client.request({ method: 'PUT', path: `/api/v1/namespaces/${name}/finalize`, body }));
}

function refOf(kind: string): ResourceRef {
  const ref = CLUSTER_KINDS[kind];
  if (ref === undefined) throw new Error(`scenarios know no ${kind}`);
  return ref;
}

function keyOf({ namespaced }: ResourceRef, name: string, namespace?: string): string {
  return namespaced ? `${namespace}/${name}` : name;
}

async function answered<T>(call: Promise<ApiResult<T>>): Promise<T> {
  const result = await call;
  if (result.ok) return result.value;
  throw result.error;
}
