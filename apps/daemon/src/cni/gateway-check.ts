// Does the gateway answer? Asked inside the pod by ARP or neighbour discovery; after that traffic of the pod works.

import type { Netlink } from '@kube-ovn/netlink';
import type { DaemonMetrics } from '../observability.ts';
import type { PodNetwork } from './pod-network.ts';
import { stageFailure } from './stage-failure.ts';

export interface GatewayCheck {
  readonly netns: string;
  readonly ifName: string;
  /** `once`: one attempt, whose outcome does not count (disableGatewayCheck). */
  readonly mode: 'required' | 'once' | 'off';
  /** Checked before the gateways (U2O). */
  readonly first: readonly string[];
}

const LIMIT_MS = 200_000;
const ONCE_MS = 1_000;

/** The MACs that answered. */
export async function checkGateways(
  netlink: Netlink,
  metrics: DaemonMetrics,
  network: PodNetwork,
  { netns, ifName, mode, first }: GatewayCheck,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const macs = new Set<string>();
  if (mode === 'off') return macs;
  const timeoutMs = mode === 'required' ? LIMIT_MS : ONCE_MS;
  const ask = async (source: string, gateway: string) => {
    const began = performance.now();
    const answer = await netlink.resolveNeighbour(ifName, source, gateway, { ns: netns, timeoutMs, signal });
    metrics.gatewayProbed((performance.now() - began) / 1000);
    if (answer) macs.add(answer.mac);
    if (answer || mode === 'once') return;
    const params = { gateway, interface: ifName, seconds: timeoutMs / 1000 };
    throw stageFailure('configure-nic', 'ERR_CNI_GATEWAY_UNREACHABLE', params);
  };
  await Promise.all(
    network.addresses.map(async ({ family, ip, gateway }) => {
      for (const target of first) if (target.includes(':') === (family === 6)) await ask(ip, target);
      if (gateway !== undefined) await ask(ip, gateway);
    }),
  );
  return macs;
}
