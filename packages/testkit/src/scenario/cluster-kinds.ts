// table: the kinds that scenarios speak of, in the order in which a cluster is emptied of them.

import type { ResourceRef } from '@kube-ovn/kube';

const core = (kind: string, plural: string, namespaced: boolean): ResourceRef => ({
  group: '',
  version: 'v1',
  plural,
  kind,
  namespaced,
});
const ours = (kind: string, plural: string): ResourceRef => ({
  group: 'kubeovn.io',
  version: 'v1',
  plural,
  kind,
  namespaced: false,
});

export const CLUSTER_KINDS: Readonly<Record<string, ResourceRef>> = {
  Pod: core('Pod', 'pods', true),
  StatefulSet: { group: 'apps', version: 'v1', plural: 'statefulsets', kind: 'StatefulSet', namespaced: true },
  Deployment: { group: 'apps', version: 'v1', plural: 'deployments', kind: 'Deployment', namespaced: true },
  IP: ours('IP', 'ips'),
  IPPool: ours('IPPool', 'ippools'),
  Subnet: ours('Subnet', 'subnets'),
  Vpc: ours('Vpc', 'vpcs'),
  Node: core('Node', 'nodes', false),
  Event: core('Event', 'events', true),
  Namespace: core('Namespace', 'namespaces', false),
};
