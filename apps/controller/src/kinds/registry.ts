// table: the kinds that the controller watches: where they live in the API and what is kept of them.

import type { KubeObject, ResourceRef } from '@kube-ovn/kube';
import type { KindName, ObjectsByKind } from './objects.ts';
import { trimCustom, trimDeployment, trimNamespace, trimNode, trimPod, trimStatefulSet } from './trim.ts';

export interface WatchedKind<K extends KindName = KindName> {
  readonly ref: ResourceRef;
  trim(raw: KubeObject): ObjectsByKind[K];
}

function custom(kind: string, plural: string): ResourceRef {
  return { group: 'kubeovn.io', version: 'v1', plural, kind, namespaced: false };
}

export const WATCHED: { readonly [K in KindName]: WatchedKind<K> } = {
  Namespace: {
    ref: { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace', namespaced: false },
    trim: trimNamespace,
  },
  Node: { ref: { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false }, trim: trimNode },
  Pod: { ref: { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true }, trim: trimPod },
  StatefulSet: {
    ref: { group: 'apps', version: 'v1', plural: 'statefulsets', kind: 'StatefulSet', namespaced: true },
    trim: trimStatefulSet,
  },
  Deployment: {
    ref: { group: 'apps', version: 'v1', plural: 'deployments', kind: 'Deployment', namespaced: true },
    trim: trimDeployment,
  },
  Vpc: { ref: custom('Vpc', 'vpcs'), trim: trimCustom },
  Subnet: { ref: custom('Subnet', 'subnets'), trim: trimCustom },
  IP: { ref: custom('IP', 'ips'), trim: trimCustom },
  IPPool: { ref: custom('IPPool', 'ippools'), trim: trimCustom },
};

export const KIND_NAMES = Object.keys(WATCHED) as readonly KindName[];
