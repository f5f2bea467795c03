// Rules about a subnet that need other objects. Of two subnets in conflict the older one keeps working.

import { type CodedError, codedError } from '@kube-ovn/errors';
import { cidrContains, cidrOverlaps, parseAddress, parseCidr } from '@kube-ovn/ipam';
import { families } from '../engine/families.ts';
import type { View } from '../engine/view.ts';
import { nodesCell } from './node.ts';
import type { SubnetFact } from './subnet-spec.ts';
import { vpcCell, vpcsCell } from './vpc.ts';

export function checkAgainstOthers(
  subnet: SubnetFact,
  others: readonly SubnetFact[],
  view: View,
): CodedError | undefined {
  return (
    vpcProblem(subnet, view) ?? overlap(subnet, others) ?? nodeAddress(subnet, view) ?? namespaceProblem(subnet, view)
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

/** An overlay network that contains a node's own address would swallow the traffic to that node. */
function nodeAddress(subnet: SubnetFact, view: View): CodedError | undefined {
  if (subnet.vpc !== view.config.clusterRouter || (subnet.spec.vlan ?? '') !== '' || !subnet.isOvn) return undefined;
  for (const node of view.cell(nodesCell, '')) {
    // A node that came later is the node's problem (its event says so); a working subnet stays.
    if (node.created > subnet.created) continue;
    for (const [family, address] of families(node.internal)) {
      const cidr = parseCidr((family === 4 ? subnet.cidrs.v4 : subnet.cidrs.v6)?.text ?? '');
      const parsed = parseAddress(address);
      if (cidr.ok && parsed.ok && cidrContains(cidr.value, parsed.value)) {
        return codedError('ERR_SUBNET_CONTAINS_NODE', { subnet: subnet.name, node: node.name, address });
      }
    }
  }
  return undefined;
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
