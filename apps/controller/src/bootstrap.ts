// The objects that every cluster has: the default VPC, the join subnet and the default subnet. Created when missing, never changed.

import { setTimeout } from 'node:timers/promises';
import { FINALIZER } from '@kube-ovn/crds';
import type { KubeClient, KubeObject } from '@kube-ovn/kube';
import { WATCHED } from './kinds/registry.ts';
import type { NetworkConfig } from './network-config.ts';

export async function createDefaults(client: KubeClient, config: NetworkConfig, signal: AbortSignal): Promise<void> {
  await ensure(
    client,
    'Vpc',
    {
      apiVersion: 'kubeovn.io/v1',
      kind: 'Vpc',
      metadata: { name: config.clusterRouter, finalizers: [FINALIZER] },
      spec: {},
    },
    signal,
  );
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
    signal,
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
    signal,
  );
}

function subnet(name: string, spec: Record<string, unknown>): KubeObject {
  return { apiVersion: 'kubeovn.io/v1', kind: 'Subnet', metadata: { name, finalizers: [FINALIZER] }, spec };
}

/** Tries until the API server has answered for good: at the start of a cluster it may come later than we do. */
async function ensure(
  client: KubeClient,
  kind: 'Vpc' | 'Subnet',
  object: KubeObject,
  signal: AbortSignal,
): Promise<void> {
  const { ref } = WATCHED[kind];
  for (let waitMs = 250; ; waitMs = Math.min(waitMs * 2, 10_000)) {
    const found = await client.get(ref, object.metadata.name, undefined, { signal });
    if (found.ok) return;
    const created = found.error.status === 404 ? await client.create(ref, object, { signal }) : found;
    if (created.ok || created.error.status === 409) return;
    signal.throwIfAborted();
    if (created.error.status === 403 || created.error.status === 422)
      throw new Error(`cannot create ${kind} ${object.metadata.name}: ${created.error.message}`, {
        cause: created.error,
      });
    await setTimeout(waitMs, undefined, { signal });
  }
}
