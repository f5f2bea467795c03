// Node: its address on the join network, and the policies that lead pods to it and out by it.

import { ANNOTATIONS, nodePortName } from '@kube-ovn/crds';
import { type Cidr, cidrContains, parseAddress, parseCidr } from '@kube-ovn/ipam';
import { type IpFact, ipCell } from '../../cells/ip.ts';
import { type NodeFact, nodeCell } from '../../cells/node.ts';
import { isOverlay } from '../../cells/subnet-conflicts.ts';
import { type SubnetFact, specCell, subnetsCell } from '../../cells/subnet-spec.ts';
import type { Cell } from '../../engine/cells.ts';
import { type AllocationWish, NOTHING } from '../../engine/facts.ts';
import { families, type IpFamily, pairText, splitPair } from '../../engine/families.ts';
import { PlanBuilder } from '../../engine/plan-builder.ts';
import type { Resource } from '../../engine/planner.ts';
import type { View } from '../../engine/view.ts';
import { distributedSet, policyKey, portRow, routerRow } from '../names.ts';
import { GATEWAY, TO_NODE } from '../priorities.ts';

export const nodeResource: Resource = {
  kind: 'Node',
  plan(name, view) {
    const node = view.cell(nodeCell, name);
    if (node === undefined) return NOTHING;
    const join = view.cell(specCell, view.config.nodeSwitch);
    const ip = view.cell(ipCell, nodePortName(name));
    const plan = new PlanBuilder(`Node/${name}`);
    if (!join?.ok) return plan.build();
    if (ip === undefined) return plan.allocate(joinWish(name, view)).build();
    if (node.join === undefined) return plan.build();
    for (const [family, address] of families(node.join)) addPolicies(plan, node, family, address, view);
    reportConflicts(plan, node, view);
    if (view.rowExists(portRow(nodePortName(name)))) annotate(plan, node, ip, join.value, view);
    return plan.build();
  },
};

function addPolicies(plan: PlanBuilder, node: NodeFact, family: IpFamily, join: string, view: View): void {
  const vpc = view.config.clusterRouter;
  const ids = { node: node.name, 'address-family': String(family) };
  const internal = family === 4 ? node.internal.v4 : node.internal.v6;
  const set = distributedSet(node.name, family);
  plan.row('Address_Set', set, { name: set }, ids);
  const reroute = (priority: number, match: string) =>
    plan.row(
      'Logical_Router_Policy',
      policyKey(vpc, priority, match),
      { priority, match, action: 'reroute', nexthops: [join] },
      ids,
      {
        parent: routerRow(vpc),
      },
    );
  if (internal !== undefined) reroute(TO_NODE, `ip${family}.dst == ${internal}`);
  reroute(GATEWAY, `ip${family}.src == $${set}`);
}

/** The join address that the node had, when it says so, else the next free one. */
function joinWish(name: string, view: View): AllocationWish {
  const annotations = view.get('Node', name)?.metadata.annotations ?? {};
  const previous = splitPair(annotations[ANNOTATIONS.ipAddress]);
  return {
    ipName: nodePortName(name),
    subnets: [view.config.nodeSwitch],
    family: 'any',
    pools: [],
    // A remembered address that is taken or out of range must not keep the node off the network.
    statics: previous.v4 === undefined && previous.v6 === undefined ? [] : [previous, {}],
    mac: annotations[ANNOTATIONS.macAddress],
    podName: name,
    namespace: '',
    nodeName: name,
    podType: '',
    provider: 'ovn',
  };
}

function annotate(plan: PlanBuilder, node: NodeFact, ip: IpFact, join: SubnetFact, view: View): void {
  const annotations = view.get('Node', node.name)?.metadata.annotations ?? {};
  const ours = {
    [ANNOTATIONS.ipAddress]: pairText(ip),
    [ANNOTATIONS.macAddress]: ip.mac ?? '',
    [ANNOTATIONS.cidr]: join.spec.cidrBlock ?? '',
    [ANNOTATIONS.gateway]: join.spec.gateway ?? '',
    [ANNOTATIONS.logicalSwitch]: join.name,
    [ANNOTATIONS.portName]: ip.name,
    [ANNOTATIONS.allocated]: 'true',
  };
  plan.patch(
    'Node',
    node.name,
    { metadata: { annotations } },
    { metadata: { annotations: { ...annotations, ...ours } } },
  );
}

/** A node inside an overlay network cannot be reached by the pods of that network. */
function reportConflicts(plan: PlanBuilder, node: NodeFact, view: View): void {
  for (const [, address] of families(node.internal)) {
    const parsed = parseAddress(address);
    if (!parsed.ok) continue;
    for (const { subnet, block, cidr } of view.cell(overlayCidrsCell, '')) {
      if (cidr.family !== parsed.value.family || !cidrContains(cidr, parsed.value)) continue;
      plan.event(
        'Warning',
        'NodeAddressConflictWithSubnet',
        `internal address ${address} lies in subnet ${subnet} (${block})`,
      );
    }
  }
}

interface OverlayCidr {
  readonly subnet: string;
  readonly block: string;
  readonly cidr: Cidr;
}

/** The networks of all overlay subnets, read once for all nodes. */
const overlayCidrsCell: Cell<View, readonly OverlayCidr[]> = {
  name: 'overlay networks',
  compute: (view) =>
    view
      .cell(subnetsCell, '')
      .filter((subnet) => isOverlay(subnet, view.config.clusterRouter))
      .flatMap((subnet) =>
        families(subnet.cidrs).flatMap(([, { text }]) => {
          const cidr = parseCidr(text);
          return cidr.ok ? [{ subnet: subnet.name, block: String(subnet.spec.cidrBlock), cidr: cidr.value }] : [];
        }),
      ),
};
