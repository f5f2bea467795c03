// A CRD written makes its resource appear; a CRD deleted takes its objects along before it goes.

import type { Cluster } from '../cluster.ts';
import { isJsonObject, type Json, type JsonObject, jsonAt } from '../json/json.ts';
import { definitionOfCrd } from '../resources/crd-definition.ts';
import type { ApiObject } from '../store/api-object.ts';
import type { Commit } from '../store/storage.ts';
import { deleteSelected } from '../write/delete.ts';

const CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';
const OPTIONS = { userAgent: 'apiextensions' };

export function runCrdLifecycle(cluster: Cluster): void {
  const { storage } = cluster;
  storage.onCommit((commit) => {
    const { definition } = commit.collection;
    if (definition.kind === 'CustomResourceDefinition') crdChanged(cluster, commit);
    else if (commit.type === 'DELETED' && !definition.builtin && commit.collection.size === 0) {
      finish(cluster, `${definition.plural}.${definition.group}`);
    }
  });
}

function crdChanged(cluster: Cluster, { type, version: { object } }: Commit): void {
  const definition = definitionOfCrd(object);
  if (!definition) return;
  if (type === 'DELETED') {
    cluster.storage.uninstall(definition);
    return;
  }
  const collection = cluster.storage.install(definition);
  if (!object.metadata.deletionTimestamp) establish(cluster, object);
  else if (object.metadata.finalizers?.includes(CLEANUP)) {
    deleteSelected(cluster, collection, {}, {}, OPTIONS);
    if (collection.size === 0) finish(cluster, object.metadata.name);
  }
}

function establish(cluster: Cluster, crd: ApiObject): void {
  const names = jsonAt(crd, ['spec', 'names']);
  const kind = String(jsonAt(names, ['kind']));
  const acceptedNames = {
    singular: kind.toLowerCase(),
    listKind: `${kind}List`,
    ...(isJsonObject(names) ? names : {}),
  };
  if (jsonAt(crd, ['status', 'acceptedNames', 'kind']) === kind) return;
  const now = cluster.clock.timestamp();
  const finalizers = new Set([...(crd.metadata.finalizers ?? []), CLEANUP]);
  replace(cluster, {
    ...crd,
    metadata: { ...crd.metadata, finalizers: [...finalizers] },
    status: {
      conditions: [
        condition('NamesAccepted', 'NoConflicts', now),
        condition('Established', 'InitialNamesAccepted', now),
      ],
      acceptedNames,
      storedVersions: storageVersions(jsonAt(crd, ['spec', 'versions'])),
    },
  });
}

function condition(type: string, reason: string, now: string): JsonObject {
  return { type, status: 'True', lastTransitionTime: now, reason, message: 'the initial names have been accepted' };
}

function storageVersions(versions: Json | undefined): Json {
  return Array.isArray(versions) ? versions.filter(({ storage }) => storage).map(({ name }) => name) : [];
}

function finish(cluster: Cluster, name: string): void {
  const crd = crds(cluster)?.get(undefined, name)?.object;
  if (!crd?.metadata.deletionTimestamp) return;
  const finalizers = crd.metadata.finalizers?.filter((finalizer) => finalizer !== CLEANUP) ?? [];
  replace(cluster, { ...crd, metadata: { ...crd.metadata, finalizers } });
}

function replace(cluster: Cluster, crd: ApiObject): void {
  const collection = crds(cluster);
  const before = collection?.get(undefined, crd.metadata.name);
  if (!collection || !before) return;
  const done = crd.metadata.deletionTimestamp && crd.metadata.finalizers?.length === 0;
  if (done) cluster.storage.remove(collection, crd, before, OPTIONS);
  else cluster.storage.put(collection, crd, before, OPTIONS);
}

function crds({ storage }: Cluster) {
  return storage.collection('apiextensions.k8s.io', 'v1', 'customresourcedefinitions');
}
