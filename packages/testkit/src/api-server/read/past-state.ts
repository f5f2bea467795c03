// The objects of a collection as they were at an earlier revision: the present, with what came after taken back.

import { expired } from '../failure.ts';
import { keyOf, type Version } from '../store/api-object.ts';
import type { Collection } from '../store/collection.ts';

export function pastState(collection: Collection, namespace: string | undefined, revision: number): Version[] {
  const changes = collection.history.since(revision);
  if (!changes) throw expired(`The resourceVersion for the provided list is too old: ${revision}`);
  const byUid = new Map(collection.list(undefined).map((version) => [version.object.metadata.uid, version]));
  for (const { version, before } of changes.toReversed()) {
    if (before) byUid.set(version.object.metadata.uid, before);
    else byUid.delete(version.object.metadata.uid);
  }
  return [...byUid.values()]
    .filter(({ object }) => namespace === undefined || object.metadata.namespace === namespace)
    .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

function placeOf({ object: { metadata } }: Version): string {
  return keyOf(metadata.namespace, metadata.name);
}
