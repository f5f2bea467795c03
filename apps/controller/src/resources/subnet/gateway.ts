// Where traffic that leaves a centralized subnet goes. A distributed subnet needs nothing of its own: its pods are members of
// their node's address set, which one policy per node reroutes (see the Node resource).

import { matchesSelector } from '../../cells/label-selector.ts';
import { type NodeFact, nodesCell } from '../../cells/node.ts';
import type { SubnetFact } from '../../cells/subnet-spec.ts';
import { families, type IpFamily } from '../../engine/families.ts';
import type { PlanBuilder } from '../../engine/plan-builder.ts';
import type { View } from '../../engine/view.ts';
import { policyKey, routerRow } from '../names.ts';
import { GATEWAY } from '../priorities.ts';

export function addGateway(plan: PlanBuilder, subnet: SubnetFact, view: View): void {
  if (subnet.isDistributed || subnet.vpc !== view.config.clusterRouter || subnet.name === view.config.nodeSwitch)
    return;
  const gateways = activeGateways(subnet, view);
  for (const [family, cidr] of families(subnet.cidrs)) {
    const hops = gateways.flatMap((node) => {
      const address = joinAddress(node, family);
      return address === undefined ? [] : [{ node: node.name, address }];
    });
    if (hops.length === 0) continue;
    const match = `ip${family}.src == ${cidr.text}`;
    const ids = Object.fromEntries(hops.map((hop) => [hop.node, hop.address]));
    plan.row(
      'Logical_Router_Policy',
      policyKey(subnet.vpc, GATEWAY, match),
      { priority: GATEWAY, match, action: 'reroute', nexthops: hops.map((hop) => hop.address) },
      { subnet: subnet.name, ...ids },
      { parent: routerRow(subnet.vpc) },
    );
  }
}

/** The gateway nodes in use: all that are ready with ECMP, else the one that is used now while it is ready, else the first ready. */
export function activeGateways(subnet: SubnetFact, view: View): readonly NodeFact[] {
  const ready = candidates(subnet, view).filter((node) => node.ready && node.join !== undefined);
  if (subnet.spec.enableEcmp === true) return ready;
  const status = view.get('Subnet', subnet.name)?.status as { activateGateway?: string } | undefined;
  const active = ready.find((node) => node.name === status?.activateGateway) ?? ready[0];
  return active === undefined ? [] : [active];
}

function candidates(subnet: SubnetFact, view: View): readonly NodeFact[] {
  const nodes = view.cell(nodesCell, '');
  const names = (subnet.spec.gatewayNode ?? '')
    .split(',')
    .map((entry) => entry.split(':')[0]!.trim())
    .filter((name) => name !== '');
  if (names.length > 0) return names.flatMap((name) => nodes.find((node) => node.name === name) ?? []);
  const selectors = subnet.spec.gatewayNodeSelectors ?? [];
  return nodes.filter((node) => selectors.some((selector) => matchesSelector(selector, node.labels)));
}

function joinAddress(node: NodeFact, family: IpFamily): string | undefined {
  return family === 4 ? node.join?.v4 : node.join?.v6;
}
