// The resources of the API that the daemon reads and writes.

import type { ResourceRef } from '@kube-ovn/kube';

export const PODS: ResourceRef = { group: '', version: 'v1', plural: 'pods', namespaced: true, kind: 'Pod' };
export const NODES: ResourceRef = { group: '', version: 'v1', plural: 'nodes', namespaced: false, kind: 'Node' };
export const SUBNETS: ResourceRef = {
  group: 'kubeovn.io',
  version: 'v1',
  plural: 'subnets',
  namespaced: false,
  kind: 'Subnet',
};
