// MAC-only subnets: on a VLAN and without a CIDR, so that something outside gives the addresses.

import { failWith, ok, type Result } from '@kube-ovn/errors';
import type { NormalSubnetSpec } from './normal-spec.ts';
import type { SubnetSpec } from './schema.ts';

export function isMacOnly(spec: SubnetSpec): boolean {
  return !spec.cidrBlock && !!spec.vlan;
}

/** Fields that hold addresses of the subnet, of which there are none. */
const MUST_BE_EMPTY = ['gateway', 'excludeIps', 'vips', 'u2oInterconnectionIP'] as const;

export function completeMacOnly(name: string, spec: SubnetSpec & { provider: string }): Result<NormalSubnetSpec> {
  const field = MUST_BE_EMPTY.find((candidate) => (spec[candidate]?.length ?? 0) > 0);
  if (field !== undefined) return failWith('ERR_SUBNET_MAC_ONLY', { subnet: name, field });
  return ok({ ...spec, cidrBlock: '', protocol: 'Mac', gateway: '', excludeIps: [] });
}
