// Deletes objects whose owners are gone. Runs right after the commit that removed the owner, so that tests need not wait.
// Only owners that this server saw being deleted count; an owner that never existed harms nobody.

import type { Cluster, Target } from '../cluster.ts';
import type { ApiObject } from '../store/api-object.ts';
import { deleteObject, FOREGROUND, ORPHAN } from '../write/delete.ts';
import { storeUpdate } from '../write/update.ts';
import { OwnerGraph, ownersOf } from './owner-graph.ts';

const OPTIONS = { userAgent: 'garbage-collector' };

export function runGarbageCollector(cluster: Cluster): void {
  const graph = new OwnerGraph();
  cluster.storage.onCommit((commit) => {
    graph.track(commit);
    const { object } = commit.version;
    if (commit.type === 'DELETED') deleted(cluster, graph, object);
    else if (object.metadata.deletionTimestamp) deleting(cluster, graph, object);
    else if (object.metadata.ownerReferences !== commit.before?.object.metadata.ownerReferences) {
      const { namespace, name } = object.metadata;
      const gone = ownersOf(object).find((uid) => graph.isGone(uid));
      if (gone !== undefined) ownerGone(cluster, graph, { collection: commit.collection, namespace, name }, gone);
    }
  });
}

function deleted(cluster: Cluster, graph: OwnerGraph, object: ApiObject): void {
  for (const dependent of graph.dependentsOf(object.metadata.uid)) {
    ownerGone(cluster, graph, dependent, object.metadata.uid);
  }
  for (const owner of ownersOf(object)) finishForeground(cluster, graph, owner);
}

function deleting(cluster: Cluster, graph: OwnerGraph, object: ApiObject): void {
  const { uid, finalizers } = object.metadata;
  if (finalizers?.includes(ORPHAN)) {
    for (const dependent of graph.dependentsOf(uid)) dropReference(cluster, dependent, uid);
    dropFinalizer(cluster, graph, uid, ORPHAN);
    return;
  }
  if (!finalizers?.includes(FOREGROUND)) return;
  for (const dependent of graph.dependentsOf(uid)) {
    if (isAlive(dependent)) deleteObject(cluster, dependent, { propagationPolicy: 'Foreground' }, OPTIONS);
  }
  finishForeground(cluster, graph, uid);
}

// Another living owner keeps the dependent; it only loses the reference.
function ownerGone(cluster: Cluster, graph: OwnerGraph, dependent: Target, gone: string): void {
  const version = dependent.collection.get(dependent.namespace, dependent.name);
  if (!version) return;
  if (ownersOf(version.object).some((uid) => uid !== gone && graph.living(uid))) {
    dropReference(cluster, dependent, gone);
  } else if (isAlive(dependent)) {
    deleteObject(cluster, dependent, {}, OPTIONS);
  }
}

function isAlive({ collection, namespace, name }: Target): boolean {
  const version = collection.get(namespace, name);
  return version !== undefined && !version.object.metadata.deletionTimestamp;
}

function dropReference(cluster: Cluster, target: Target, ownerUid: string): void {
  const version = target.collection.get(target.namespace, target.name);
  if (!version) return;
  const kept = version.object.metadata.ownerReferences?.filter(({ uid }) => uid !== ownerUid) ?? [];
  const metadata = { ...version.object.metadata, ownerReferences: kept.length > 0 ? kept : undefined };
  storeUpdate(cluster, target, undefined, version, { ...version.object, metadata }, OPTIONS);
}

function finishForeground(cluster: Cluster, graph: OwnerGraph, ownerUid: string): void {
  if (graph.dependentsOf(ownerUid).length === 0) dropFinalizer(cluster, graph, ownerUid, FOREGROUND);
}

function dropFinalizer(cluster: Cluster, graph: OwnerGraph, uid: string, finalizer: string): void {
  const target = graph.living(uid);
  const current = target?.collection.get(target.namespace, target.name);
  if (!target || !current?.object.metadata.finalizers?.includes(finalizer)) return;
  const finalizers = current.object.metadata.finalizers.filter((other) => other !== finalizer);
  const next = { ...current.object, metadata: { ...current.object.metadata, finalizers } };
  storeUpdate(cluster, target, undefined, current, next, OPTIONS);
}
