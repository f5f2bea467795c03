// Where pods find the API server when nobody implements Services: at its node, in place of the address that they are told.

import { API_PORT, type ClusterPlan, controlPlane, primary } from '../plan/cluster-plan.ts';

/** Environment of a container; nothing where kube-proxy makes the Service's address work. */
export function apiAddress(plan: ClusterPlan): { name: string; value: string }[] {
  if (plan.kubeProxy) return [];
  return [
    { name: 'KUBERNETES_SERVICE_HOST', value: primary(controlPlane(plan).address) },
    { name: 'KUBERNETES_SERVICE_PORT', value: String(API_PORT) },
  ];
}
