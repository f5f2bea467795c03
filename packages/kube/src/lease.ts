// The Lease object (coordination.k8s.io/v1) as leader election uses it.

import type { ObjectMeta } from './object.ts';
import type { ResourceRef } from './resource-path.ts';

export const LEASES: ResourceRef = {
  group: 'coordination.k8s.io',
  version: 'v1',
  plural: 'leases',
  namespaced: true,
  kind: 'Lease',
};

export interface LeaseSpec {
  holderIdentity?: string;
  leaseDurationSeconds?: number;
  acquireTime?: string;
  renewTime?: string;
  leaseTransitions?: number;
}

export interface Lease {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: LeaseSpec;
}

/** Kubernetes' MicroTime: its parser insists on six digits of fraction. */
export function microTime(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('Z', '000Z');
}
