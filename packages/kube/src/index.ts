// Public surface of @kube-ovn/kube.

export { ApiError, type ApiErrorFields, type ApiResult, type LocalReason } from './api-error.ts';
export {
  type ApplyOptions,
  type CallOptions,
  type DeleteOptions,
  KubeClient,
  type KubeClientOptions,
  type ListQuery,
  type PatchOptions,
  type RawCall,
} from './client.ts';
export type { ClusterConfig, TlsMaterial } from './cluster-config.ts';
export type { EventType, Involved } from './event-object.ts';
export { EventRecorder, type EventRecorderOptions } from './event-recorder.ts';
export { LeaderElection, type LeaderElectionOptions } from './leader-election.ts';
export { type LoadConfigOptions, loadConfig } from './load-config.ts';
export { deepEqual, mergePatchFor } from './merge-patch.ts';
export {
  type Identified,
  type KubeList,
  type KubeObject,
  keyOf,
  type ObjectMeta,
  type OwnerReference,
  splitKey,
} from './object.ts';
export { Reflector, type ReflectorOptions, type ReflectorState } from './reflector.ts';
export { collectionPath, objectPath, type ResourceRef } from './resource-path.ts';
export { compareResourceVersions } from './resource-version.ts';
export { Store, type StoreChange, type StoreListener } from './store.ts';
export { type Priority, WorkQueue, type WorkQueueOptions } from './work-queue.ts';
