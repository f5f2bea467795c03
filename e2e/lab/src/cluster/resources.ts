// Kinds of Kubernetes that the lab itself works with.

import type { ResourceRef } from '@kube-ovn/kube';

function ref(group: string, version: string, plural: string, kind: string, namespaced = true): ResourceRef {
  return { group, version, plural, kind, namespaced };
}

export const NODES = ref('', 'v1', 'nodes', 'Node', false);
export const NAMESPACES = ref('', 'v1', 'namespaces', 'Namespace', false);
export const PODS = ref('', 'v1', 'pods', 'Pod');
export const SERVICES = ref('', 'v1', 'services', 'Service');
export const CONFIG_MAPS = ref('', 'v1', 'configmaps', 'ConfigMap');
export const SECRETS = ref('', 'v1', 'secrets', 'Secret');
export const SERVICE_ACCOUNTS = ref('', 'v1', 'serviceaccounts', 'ServiceAccount');
export const DEPLOYMENTS = ref('apps', 'v1', 'deployments', 'Deployment');
export const LEASES = ref('coordination.k8s.io', 'v1', 'leases', 'Lease');
export const IPS = ref('kubeovn.io', 'v1', 'ips', 'IP', false);
export const DAEMON_SETS = ref('apps', 'v1', 'daemonsets', 'DaemonSet');
export const CLUSTER_ROLES = ref('rbac.authorization.k8s.io', 'v1', 'clusterroles', 'ClusterRole', false);
export const CLUSTER_ROLE_BINDINGS = ref(
  'rbac.authorization.k8s.io',
  'v1',
  'clusterrolebindings',
  'ClusterRoleBinding',
  false,
);

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly message?: string;
}

export interface NodeObject {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly podCIDRs?: readonly string[] };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

export interface PodObject {
  readonly metadata: { readonly name: string; readonly namespace: string; readonly deletionTimestamp?: string };
  readonly spec: { readonly nodeName?: string };
  readonly status?: {
    readonly phase?: string;
    readonly podIPs?: readonly { readonly ip: string }[];
    readonly conditions?: readonly Condition[];
    readonly containerStatuses?: readonly {
      readonly name: string;
      readonly restartCount: number;
      readonly containerID?: string;
      readonly state?: { readonly waiting?: { readonly reason?: string; readonly message?: string } };
    }[];
  };
}

export interface DeploymentObject {
  readonly spec: { readonly replicas: number };
  readonly status?: { readonly availableReplicas?: number };
}

export function hasCondition(conditions: readonly Condition[] | undefined, type: string): boolean {
  return conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;
}
