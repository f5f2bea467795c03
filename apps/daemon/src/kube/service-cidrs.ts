// ServiceCIDR objects, where the cluster has that API: more Service networks than the flag names.

import { formatCidr, parseCidr } from '@kube-ovn/ipam';
import { ApiError, type KubeClient, type KubeObject, Reflector, type ResourceRef } from '@kube-ovn/kube';

const SERVICE_CIDRS: ResourceRef = {
  group: 'networking.k8s.io',
  version: 'v1',
  plural: 'servicecidrs',
  namespaced: false,
  kind: 'ServiceCIDR',
};

export interface ServiceCidrRecord {
  readonly metadata: { readonly name: string; readonly uid?: string; readonly resourceVersion?: string };
  /** Canonical; empty as long as the object is not ready. */
  readonly cidrs: readonly string[];
}

export function serviceCidrs(client: KubeClient, onError: (error: Error) => void): Reflector<ServiceCidrRecord> {
  return new Reflector<ServiceCidrRecord>({
    client,
    ref: SERVICE_CIDRS,
    trim: serviceCidrRecord,
    // A cluster that does not have the API may get it by an upgrade.
    maxBackoffMs: 60_000,
    onError: (error) => (error instanceof ApiError && error.status === 404 ? undefined : onError(error)),
  });
}

export function serviceCidrRecord(raw: KubeObject): ServiceCidrRecord {
  const { name, uid, resourceVersion } = raw.metadata;
  const { cidrs = [] } = (raw.spec ?? {}) as { cidrs?: readonly string[] };
  const { conditions = [] } = (raw.status ?? {}) as { conditions?: readonly { type?: string; status?: string }[] };
  const ready = conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
  const parsed = ready ? cidrs.map((text) => parseCidr(text)) : [];
  return {
    metadata: { name, uid, resourceVersion },
    cidrs: parsed.flatMap((cidr) => (cidr.ok ? [formatCidr(cidr.value)] : [])),
  };
}
