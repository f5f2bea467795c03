// The daemon's view of the API: the pods of its own node, all nodes, all subnets.

import { type KubeClient, Reflector, type Store } from '@kube-ovn/kube';
import { type NodeRecord, nodeRecord } from './node-record.ts';
import { type PodRecord, podRecord } from './pod-record.ts';
import { NODES, PODS, SUBNETS } from './resources.ts';
import { type ServiceCidrRecord, serviceCidrs } from './service-cidrs.ts';
import { type SubnetRecord, subnetRecord } from './subnet-record.ts';

export interface Stores {
  readonly pods: Store<PodRecord>;
  readonly nodes: Store<NodeRecord>;
  readonly subnets: Store<SubnetRecord>;
  /** Not waited for: most clusters have none. */
  readonly serviceCidrs: Store<ServiceCidrRecord>;
  readonly isSynced: boolean;
  /** Synced, and the streams are alive: what is not there does not exist. */
  readonly healthy: boolean;
  stop(): Promise<void>;
}

export function openStores(
  client: KubeClient,
  nodeName: string,
  onError: (kind: string, error: Error) => void,
): Stores {
  const pods = new Reflector<PodRecord>({
    client,
    ref: PODS,
    fieldSelector: `spec.nodeName=${nodeName}`,
    trim: podRecord,
    onError: (error) => onError('Pod', error),
  });
  const nodes = new Reflector<NodeRecord>({
    client,
    ref: NODES,
    trim: (raw) => nodeRecord(raw, nodeName),
    onError: (error) => onError('Node', error),
  });
  const subnets = new Reflector<SubnetRecord>({
    client,
    ref: SUBNETS,
    trim: subnetRecord,
    onError: (error) => onError('Subnet', error),
  });
  const services = serviceCidrs(client, (error) => onError('ServiceCIDR', error));
  const all = [pods, nodes, subnets];
  subnets.store.addIndex('provider', ({ provider }) => [provider]);
  for (const reflector of [...all, services]) reflector.start();
  return {
    pods: pods.store,
    nodes: nodes.store,
    subnets: subnets.store,
    serviceCidrs: services.store,
    get isSynced() {
      return all.every((reflector) => reflector.isSynced);
    },
    get healthy() {
      return all.every((reflector) => reflector.healthy);
    },
    stop: async () => void (await Promise.all([...all, services].map((reflector) => reflector.stop()))),
  };
}
