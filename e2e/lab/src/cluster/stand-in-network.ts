// The plainest network there is: ptp and host-local of the CNI project on each node, and a route to each other node.
// It enforces nothing; it is the floor that measurements of ours are compared with, and proof that the lab itself works.

import type { KubeClient } from '@kube-ovn/kube';
import { runOnNode } from '../outside/enter-node.ts';
import type { ClusterPlan, NodePlan } from '../plan/cluster-plan.ts';
import type { RunningLab } from '../state/lab-record.ts';
import { answered } from './client.ts';
import { NODES, type NodeObject } from './resources.ts';
import { waitUntil } from './wait.ts';

const LIMIT_MS = 30_000;
const CONFIG = '/etc/cni/net.d/10-stand-in.conflist';

export async function installStandIn(client: KubeClient, lab: RunningLab, plan: ClusterPlan): Promise<void> {
  const cidrs = new Map<string, readonly string[]>();
  await waitUntil(
    'addresses of nodes for their pods',
    async () => {
      const { items } = await answered('list of nodes', client.list<NodeObject>(NODES));
      for (const { metadata, spec } of items) if (spec.podCIDRs) cidrs.set(metadata.name, spec.podCIDRs);
      return cidrs.size < plan.nodes ? `only ${[...cidrs.keys()]}` : undefined;
    },
    LIMIT_MS,
  );
  await Promise.all(
    plan.nodeList.map(async (node) => {
      const routes = plan.nodeList.filter((other) => other !== node).flatMap((other) => routesTo(other, cidrs));
      const config = JSON.stringify(standInConfig(cidrs.get(node.name) ?? []));
      const script = [...routes, `cat > ${CONFIG}.new && mv ${CONFIG}.new ${CONFIG}`].join('\n');
      await runOnNode(lab, node.name, ['sh', '-ec', script], config);
    }),
  );
}

function routesTo({ name, address }: NodePlan, cidrs: ReadonlyMap<string, readonly string[]>): string[] {
  return (cidrs.get(name) ?? []).map((cidr) => `ip route replace ${cidr} via ${address[cidr.includes(':') ? 6 : 4]}`);
}

export function standInConfig(cidrs: readonly string[]): object {
  return {
    cniVersion: '1.0.0',
    name: 'stand-in',
    plugins: [
      {
        type: 'ptp',
        mtu: 1500,
        ipMasq: false,
        ipam: {
          type: 'host-local',
          dataDir: '/run/cni-ipam',
          ranges: cidrs.map((subnet) => [{ subnet }]),
          routes: cidrs.map((cidr) => ({ dst: cidr.includes(':') ? '::/0' : '0.0.0.0/0' })),
        },
      },
      { type: 'portmap', capabilities: { portMappings: true } },
    ],
  };
}
