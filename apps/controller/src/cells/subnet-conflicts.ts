// Rules about a subnet that need other objects. Of two subnets in conflict the older one keeps working.

import { type CodedError, codedError } from '@kube-ovn/errors';
import { cidrContains, cidrOverlaps, parseCidr } from '@kube-ovn/ipam';
import type { Cell } from '../engine/cells.ts';
import { families } from '../engine/families.ts';
import type { View } from '../engine/view.ts';
import { nodeAddressesCell } from './node.ts';
import { type SubnetFact, specCell } from './subnet-spec.ts';
import { vpcCell, vpcsCell } from './vpc.ts';

export function checkAgainstOthers(
  subnet: SubnetFact,
  others: readonly SubnetFact[],
  view: View,
): CodedError | undefined {
  return (
    vpcProblem(subnet, view) ??
    overlap(subnet, others) ??
    view.cell(nodeProblemCell, subnet.name) ??
    namespaceProblem(subnet, view)
  );
}

function vpcProblem(subnet: SubnetFact, view: View): CodedError | undefined {
  if (!subnet.isOvn) return undefined;
  if (view.cell(vpcCell, subnet.name) !== undefined)
    return codedError('ERR_SUBNET_NAME_IS_VPC', { subnet: subnet.name });
  const vpc = view.cell(vpcCell, subnet.vpc);
  if (vpc === undefined) return codedError('ERR_SUBNET_VPC_MISSING', { subnet: subnet.name, vpc: subnet.vpc });
  return undefined;
}

function overlap(subnet: SubnetFact, others: readonly SubnetFact[]): CodedError | undefined {
  for (const other of others) {
    if (
      !subnet.isOvn ||
      !other.isOvn ||
      other.vpc !== subnet.vpc ||
      (other.spec.vlan ?? '') !== (subnet.spec.vlan ?? '')
    )
      continue;
    if (isOlder(subnet, other)) continue;
    const cidr = overlappingCidr(subnet, other);
    if (cidr !== undefined)
      return codedError('ERR_SUBNET_CIDR_OVERLAP', { subnet: subnet.name, cidr, other: other.name });
  }
  return undefined;
}

function isOlder(a: SubnetFact, b: SubnetFact): boolean {
  return a.created === b.created ? a.name < b.name : a.created < b.created;
}

function overlappingCidr(a: SubnetFact, b: SubnetFact): string | undefined {
  for (const [family, mine] of families(a.cidrs)) {
    const theirs = family === 4 ? b.cidrs.v4 : b.cidrs.v6;
    if (theirs === undefined) continue;
    const [left, right] = [parseCidr(mine.text), parseCidr(theirs.text)];
    if (left.ok && right.ok && cidrOverlaps(left.value, right.value)) return mine.text;
  }
  return undefined;
}

/**
 * An overlay network that contains a node's own address would swallow the traffic to that node. A cell of its own: nodes come and go,
 * and of all subnets together only those that really contain one are judged again.
 */
const nodeProblemCell: Cell<View, CodedError | undefined> = {
  name: 'node in subnet',
  compute(view, key) {
    const own = view.cell(specCell, key);
    if (!own?.ok || !isOverlay(own.value, view.config.clusterRouter)) return undefined;
    const subnet = own.value;
    const cidrs = families(subnet.cidrs).flatMap(([, cidr]) => {
      const parsed = parseCidr(cidr.text);
      return parsed.ok ? [parsed.value] : [];
    });
    for (const { node, created, text, address } of view.cell(nodeAddressesCell, '')) {
      // A node that came later is the node's problem (its event says so); a working subnet stays.
      if (created > subnet.created) continue;
      if (cidrs.some((cidr) => cidr.family === address.family && cidrContains(cidr, address)))
        return codedError('ERR_SUBNET_CONTAINS_NODE', { subnet: subnet.name, node, address: text });
    }
    return undefined;
  },
};

/** Pods in it are reached by the routes of the default VPC. */
export function isOverlay(subnet: SubnetFact, clusterRouter: string): boolean {
  return subnet.vpc === clusterRouter && (subnet.spec.vlan ?? '') === '' && subnet.isOvn;
}

function namespaceProblem(subnet: SubnetFact, view: View): CodedError | undefined {
  if (subnet.vpc === view.config.clusterRouter) {
    for (const vpc of view.cell(vpcsCell, '')) {
      if (vpc.isDefault) continue;
      const namespace = subnet.namespaces.find((name) => vpc.namespaces.includes(name));
      if (namespace !== undefined)
        return codedError('ERR_SUBNET_NAMESPACE_OF_VPC', { subnet: subnet.name, namespace, vpc: vpc.name });
    }
    return undefined;
  }
  const vpc = view.cell(vpcCell, subnet.vpc);
  const foreign = subnet.namespaces.find((name) => vpc !== undefined && !vpc.namespaces.includes(name));
  if (foreign === undefined) return undefined;
  return codedError('ERR_SUBNET_NAMESPACE_NOT_IN_VPC', { subnet: subnet.name, namespace: foreign, vpc: subnet.vpc });
}
