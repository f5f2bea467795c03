// What CNI calls stand on.

import type { EventRecorder, KubeClient } from '@kube-ovn/kube';
import type { Netlink } from '@kube-ovn/netlink';
import type { NodeRecord } from '../kube/node-record.ts';
import type { Stores } from '../kube/stores.ts';
import type { DaemonLog, DaemonMetrics } from '../observability.ts';
import type { NetworkOptions } from '../options.ts';
import type { Ovs } from '../ovs/ovs.ts';
import type { Attempts } from './attempts.ts';

export interface CniContext {
  readonly nodeName: string;
  readonly network: NetworkOptions;
  readonly client: KubeClient;
  readonly stores: Stores;
  readonly ovs: Ovs;
  readonly netlink: Netlink;
  readonly attempts: Attempts;
  readonly events: EventRecorder;
  readonly log: DaemonLog;
  readonly metrics: DaemonMetrics;
  /** Our own Node object. */
  readonly node: () => NodeRecord | undefined;
  /** MTU of the pod network of this node; undefined as long as the NIC of the tunnels is not known. */
  readonly podNetworkMtu: () => number | undefined;
  /** Why an ADD cannot even begin; undefined when it can. */
  readonly blocked: () => string | undefined;
  /** Why the node is not ready for pods, as STATUS answers; undefined when it is. */
  readonly notReady: () => string | undefined;
}
