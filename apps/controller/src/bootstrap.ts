// The objects that every cluster has: the default VPC, the join subnet and the default subnet. Created when missing, never changed.

import { FINALIZER } from '@kube-ovn/crds';
import { ApiError, type KubeClient, type KubeObject } from '@kube-ovn/kube';
import { WATCHED } from './kinds/registry.ts';
import type { NetworkConfig } from './network-config.ts';

export async function createDefaults(client: KubeClient, config: NetworkConfig): Promise<void> {
  await ensure(client, 'Vpc', {
    apiVersion: 'kubeovn.io/v1',
    kind: 'Vpc',
    metadata: { name: config.clusterRouter, finalizers: [FINALIZER] },
    spec: {},
  });
  await ensure(
    client,
    'Subnet',
    subnet(config.nodeSwitch, {
      vpc: config.clusterRouter,
      cidrBlock: config.nodeSwitchCidr,
      gateway: config.nodeSwitchGateway,
      excludeIps: config.nodeSwitchGateway === '' ? [] : config.nodeSwitchGateway.split(','),
      provider: 'ovn',
      gatewayType: 'distributed',
      disableInterConnection: true,
      natOutgoing: false,
    }),
  );
  await ensure(
    client,
    'Subnet',
    subnet(config.defaultSubnet, {
      vpc: config.clusterRouter,
      default: true,
      cidrBlock: config.defaultCidr,
      gateway: config.defaultGateway,
      excludeIps: [...config.defaultExcludeIps],
      provider: 'ovn',
      gatewayType: 'distributed',
      natOutgoing: true,
      private: false,
      disableGatewayCheck: !config.defaultGatewayCheck,
      enableLb: config.enableLb,
    }),
  );
}

function subnet(name: string, spec: Record<string, unknown>): KubeObject {
  return { apiVersion: 'kubeovn.io/v1', kind: 'Subnet', metadata: { name, finalizers: [FINALIZER] }, spec };
}

async function ensure(client: KubeClient, kind: 'Vpc' | 'Subnet', object: KubeObject): Promise<void> {
  const { ref } = WATCHED[kind];
  const found = await client.get(ref, object.metadata.name);
  if (found.ok) return;
  if (found.error.status !== 404)
    throw new ApiError({
      ...found.error,
      message: `cannot read ${kind} ${object.metadata.name}: ${found.error.message}`,
    });
  const created = await client.create(ref, object);
  if (!created.ok && created.error.status !== 409) {
    throw new ApiError({
      ...created.error,
      message: `cannot create ${kind} ${object.metadata.name}: ${created.error.message}`,
    });
  }
}
