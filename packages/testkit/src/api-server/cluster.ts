// What every write needs at hand: the storage, the clock, names, and the address plan of services.

import type { Clock } from './clock.ts';
import { noSuchPath } from './failure.ts';
import type { ServiceAddresses } from './resources/service-addresses.ts';
import type { Version } from './store/api-object.ts';
import type { Collection } from './store/collection.ts';
import type { Storage } from './store/storage.ts';
import type { NameSuffixes } from './write/generated-name.ts';

export interface Cluster {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly suffixes: NameSuffixes;
  readonly serviceAddresses: ServiceAddresses;
}

export interface WriteOptions {
  readonly userAgent: string;
  /** Who owns what this write changes; the user agent when not given. */
  readonly fieldManager?: string | undefined;
  readonly dryRun?: boolean;
}

export interface Target {
  readonly collection: Collection;
  readonly namespace: string | undefined;
  readonly name: string;
}

export function findNamespace(cluster: Cluster, name: string): Version | undefined {
  return cluster.storage.collection('', 'v1', 'namespaces')?.get(undefined, name);
}

/** Finds a resource as people name it: `pods`, `subnets.kubeovn.io`, `Subnet`. */
export function findCollection(cluster: Cluster, resource: string): Collection {
  for (const collection of cluster.storage.collections()) {
    const { plural, group, kind } = collection.definition;
    if (resource === plural || resource === kind || resource === `${plural}.${group}`) return collection;
  }
  throw noSuchPath();
}

export function findCollectionOfKind(cluster: Cluster, apiVersion: string, kind: string): Collection {
  const slash = apiVersion.indexOf('/');
  const group = slash < 0 ? '' : apiVersion.slice(0, slash);
  const version = apiVersion.slice(slash + 1);
  for (const collection of cluster.storage.collections()) {
    const { definition } = collection;
    if (definition.kind === kind && definition.group === group && definition.version === version) return collection;
  }
  throw noSuchPath();
}
