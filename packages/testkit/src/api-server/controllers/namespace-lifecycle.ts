// A deleted namespace turns Terminating, loses its content, and goes when the last object in it has gone.

import { type Cluster, findNamespace } from '../cluster.ts';
import type { ApiObject } from '../store/api-object.ts';
import type { Commit } from '../store/storage.ts';
import { deleteSelected } from '../write/delete.ts';
import { isFinished } from '../write/update.ts';

const OPTIONS = { userAgent: 'namespace-controller' };

export function runNamespaceLifecycle(cluster: Cluster): void {
  cluster.storage.onCommit((commit) => {
    if (commit.collection.definition.kind === 'Namespace') namespaceChanged(cluster, commit);
    else if (commit.type === 'DELETED') finishWhenEmpty(cluster, commit.version.object.metadata.namespace);
  });
}

function namespaceChanged(cluster: Cluster, { type, version: { object }, before }: Commit): void {
  const starts = object.metadata.deletionTimestamp && !before?.object.metadata.deletionTimestamp;
  if (type === 'DELETED' || !starts) return;
  const { name } = object.metadata;
  for (const collection of [...cluster.storage.collections()]) {
    if (collection.countIn(name) > 0) deleteSelected(cluster, collection, { namespace: name }, {}, OPTIONS);
  }
  finishWhenEmpty(cluster, name);
}

function finishWhenEmpty(cluster: Cluster, name: string | undefined): void {
  const namespaces = cluster.storage.collection('', 'v1', 'namespaces');
  const before = name === undefined ? undefined : findNamespace(cluster, name);
  if (name === undefined || !namespaces || !before?.object.metadata.deletionTimestamp) return;
  for (const collection of cluster.storage.collections()) if (collection.countIn(name) > 0) return;
  const emptied: ApiObject = { ...before.object, spec: {} };
  if (isFinished(namespaces.definition, emptied)) cluster.storage.remove(namespaces, emptied, before, OPTIONS);
  else cluster.storage.put(namespaces, emptied, before, OPTIONS);
}
