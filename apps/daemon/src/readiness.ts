// Could an ADD succeed now? The same question for CNI STATUS, for the CNI configuration file and for readiness.

import type { Stores } from './kube/stores.ts';
import type { NodeAgent } from './node/agent.ts';
import type { GatewayMonitor } from './node/gateway-monitor.ts';
import type { Ovs } from './ovs/ovs.ts';
import type { HostRules } from './rules/host-rules.ts';

export interface ReadinessSources {
  readonly stores: Stores;
  readonly ovs: Ovs;
  readonly agent: NodeAgent;
  readonly gateway: GatewayMonitor;
  /** Absent when the node's rules are not ours to make. */
  readonly rules: HostRules | undefined;
  /** What ovn-controller last said about itself; undefined: nobody can be asked. */
  readonly controllerStatus: () => string | undefined;
}

/** Why an ADD cannot even begin; undefined when it can. */
export function blocked({ stores, ovs, agent }: ReadinessSources): string | undefined {
  if (!stores.isSynced) return 'the API server has not been read yet';
  if (!ovs.isCurrent) return `the Open vSwitch database is not connected (${ovs.client.state})`;
  if (!ovs.bridge) return 'br-int does not exist: ovn-controller has not run yet';
  if (agent.mtu === undefined) return 'the NIC of the tunnels was not found';
  return undefined;
}

/** Why the node is not ready for pods; undefined when it is. */
export function notReady(sources: ReadinessSources): string | undefined {
  const { agent, gateway, rules, controllerStatus } = sources;
  const reason = blocked(sources);
  if (reason !== undefined) return reason;
  if (!agent.node) return 'the Node object does not exist';
  if (!agent.join) return 'the controller has not given this node an address on the join network';
  if (!agent.configured) return 'ovn0 is not configured yet';
  if (!agent.bound) return 'ovn0 is not bound by ovn-controller yet';
  if (rules && !rules.inPlace) return `the host rules are not in place yet${rules.problem ? `: ${rules.problem}` : ''}`;
  const controller = controllerStatus();
  if (controller !== undefined && controller !== 'connected') return `ovn-controller is ${controller}`;
  if (gateway.reachable === undefined) return 'the gateway of the join network has not been asked yet';
  return gateway.reachable ? undefined : 'the gateway of the join network does not answer';
}
