// Does the join gateway answer this node? Asked all the time; told to the Node as the condition NetworkUnavailable when the
// answer changes, and otherwise now and then, so that a node status that somebody has overwritten is put right.

import type { KubeClient } from '@kube-ovn/kube';
import type { Netlink } from '@kube-ovn/netlink';
import type { NodeRecord } from '../kube/node-record.ts';
import type { JoinNetwork } from './join.ts';

export interface GatewayMonitorOptions {
  readonly client: KubeClient;
  readonly netlink: Netlink;
  readonly nodeName: string;
  readonly node: () => NodeRecord | undefined;
  /** Undefined as long as ovn0 is not configured. */
  readonly join: () => JoinNetwork | undefined;
  /** Does not write the condition. */
  readonly silent: boolean;
  readonly onChange: (reachable: boolean, gateways: string) => void;
  readonly now?: () => number;
}

const PING = { timeoutMs: 5_000, intervalMs: 200 };
const HEARTBEAT_MS = 300_000;

export class GatewayMonitor {
  readonly #options: GatewayMonitorOptions;
  #reachable: boolean | undefined;
  #toldAt: number;

  constructor(options: GatewayMonitorOptions) {
    this.#options = options;
    // What an earlier daemon wrote still counts: a restart writes nothing.
    this.#toldAt = (options.now ?? Date.now)();
  }

  /** undefined: not asked yet. */
  get reachable(): boolean | undefined {
    return this.#reachable;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { netlink, join: joinOf, onChange } = this.#options;
    const join = joinOf();
    if (!join) return;
    const gateways = join.addresses.map(({ gateway }) => gateway);
    const answers = await Promise.all(gateways.map((gateway) => netlink.ping(gateway, { ...PING, signal })));
    const silent = gateways.find((_, i) => answers[i] === undefined);
    const reachable = silent === undefined;
    const changed = reachable !== this.#reachable;
    this.#reachable = reachable;
    if (changed) onChange(reachable, gateways.join(','));
    await this.#tell(reachable, silent ?? gateways.join(','));
  }

  async #tell(reachable: boolean, gateways: string): Promise<void> {
    const { client, nodeName, node, silent, now = Date.now } = this.#options;
    if (silent) return;
    const condition = conditionOf(reachable, gateways);
    const known = node()?.networkUnavailable;
    const differs =
      known?.status !== condition.status || known.reason !== condition.reason || known.message !== condition.message;
    if (!differs && now() - this.#toldAt < HEARTBEAT_MS) return;
    const time = `${new Date(now()).toISOString().slice(0, 19)}Z`;
    const times = { lastHeartbeatTime: time, ...(known?.status !== condition.status && { lastTransitionTime: time }) };
    const body = { metadata: { name: nodeName }, status: { conditions: [{ ...condition, ...times }] } };
    // Conditions are merged by type: a strategic patch touches only ours.
    const answer = await client.request({
      method: 'PATCH',
      path: `/api/v1/nodes/${nodeName}/status`,
      contentType: 'application/strategic-merge-patch+json',
      body,
    });
    if (!answer.ok) throw answer.error;
    this.#toldAt = now();
  }
}

export function conditionOf(
  reachable: boolean,
  gateways: string,
): { type: string; status: string; reason: string; message: string } {
  return {
    type: 'NetworkUnavailable',
    status: reachable ? 'False' : 'True',
    reason: reachable ? 'JoinSubnetGatewayReachable' : 'JoinSubnetGatewayUnreachable',
    message: `ping check to gateway ip ${gateways} ${reachable ? 'succeeded' : 'failed'}`,
  };
}
