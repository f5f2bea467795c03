// A Subnet object to its completed spec: the one reading that the cells and the ledger share.

import { type NormalSubnetSpec, normaliseSubnetSpec, parseObject } from '@kube-ovn/crds';
import type { Result } from '@kube-ovn/errors';
import type { CustomObject } from '../kinds/objects.ts';
import type { NetworkConfig } from '../network-config.ts';

export function readSubnetSpec(name: string, object: CustomObject, config: NetworkConfig): Result<NormalSubnetSpec> {
  const parsed = parseObject('Subnet', object);
  if (!parsed.ok) return parsed;
  return normaliseSubnetSpec(name, parsed.value.spec ?? {}, {
    defaultVpc: config.clusterRouter,
    defaultSubnet: config.defaultSubnet,
    joinSubnet: config.nodeSwitch,
    enableLb: config.enableLb,
  });
}
