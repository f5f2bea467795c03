import type { ResourceRef } from '@kube-ovn/kube';

export const PODS: ResourceRef = { group: '', version: 'v1', plural: 'pods', namespaced: true, kind: 'Pod' };
