// What the host rules depend on, taken from subnets and nodes. Pure; families never mix (case L1).

import { type Cidr, cidrContainsCidr, type Family, formatCidr, parseAddress, parseCidr } from '@kube-ovn/ipam';
import type { NodeRecord } from '../kube/node-record.ts';
import { internalIp } from '../kube/node-record.ts';
import { isOverlay, type SubnetRecord } from '../kube/subnet-record.ts';

export interface FamilyFacts {
  readonly services: readonly string[];
  /** Subnets whose pods reach a node through ovn0. */
  readonly subnets: readonly string[];
  /** Those of them with natOutgoing. */
  readonly natSubnets: readonly string[];
  readonly otherNodes: readonly string[];
  readonly nodeIp: string | undefined;
  /** Centralized subnets that leave with an address of their own. */
  readonly egress: readonly { readonly cidr: string; readonly ip: string }[];
  readonly natPolicies: readonly NatPolicy[];
}

export interface NatPolicy {
  readonly subnet: string;
  readonly cidr: string;
  readonly rules: readonly {
    readonly action: 'nat' | 'forward';
    readonly sources: readonly string[];
    readonly destinations: readonly string[];
  }[];
}

export type RuleFacts = Readonly<Record<Family, FamilyFacts>>;

export interface RuleSources {
  readonly nodeName: string;
  readonly clusterRouter: string;
  readonly serviceCidrs: readonly string[];
  readonly nodes: Iterable<NodeRecord>;
  readonly subnets: Iterable<SubnetRecord>;
}

export function ruleFacts(sources: RuleSources): RuleFacts {
  const nodes = [...sources.nodes];
  const subnets = [...sources.subnets]
    .filter((subnet) => subnet.vpc === sources.clusterRouter && isOverlay(subnet) && subnet.validated)
    .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  return { 4: familyFacts(4, sources, nodes, subnets), 6: familyFacts(6, sources, nodes, subnets) };
}

function familyFacts(
  family: Family,
  sources: RuleSources,
  nodes: readonly NodeRecord[],
  all: readonly SubnetRecord[],
): FamilyFacts {
  const subnets = all.filter(({ cidrs }) => cidrs.some((cidr) => cidr.family === family));
  const cidrOf = (subnet: SubnetRecord) => subnet.cidrs.find((cidr) => cidr.family === family)!;
  const own = nodes.find(({ metadata }) => metadata.name === sources.nodeName);
  const nat = subnets.filter(({ natOutgoing, terminating }) => natOutgoing && !terminating);
  return {
    services: blocks(sources.serviceCidrs.flatMap((text) => cidrsOf(text.trim(), family))),
    subnets: blocks(subnets.map(cidrOf)),
    natSubnets: blocks(nat.map(cidrOf)),
    otherNodes: nodes
      .filter(({ metadata }) => metadata.name !== sources.nodeName)
      .flatMap(({ internalIps }) => internalIps.flatMap((ip) => (ip.family === family ? [ip.address] : [])))
      .sort(),
    nodeIp: own && internalIp(own, family),
    egress: nat.flatMap((subnet) => {
      const ip = egressIp(subnet, sources.nodeName, family);
      return ip === undefined ? [] : [{ cidr: formatCidr(cidrOf(subnet)), ip }];
    }),
    natPolicies: nat.flatMap((subnet) => {
      const rules = subnet.natRules.flatMap((rule) => {
        const [first] = [...rule.sources, ...rule.destinations];
        const isOfFamily = first !== undefined && first.includes(':') === (family === 6);
        const action = rule.action === 'forward' ? ('forward' as const) : ('nat' as const);
        return isOfFamily ? [{ action, sources: rule.sources, destinations: rule.destinations }] : [];
      });
      return rules.length === 0 ? [] : [{ subnet: subnet.metadata.name, cidr: formatCidr(cidrOf(subnet)), rules }];
    }),
  };
}

/** `gatewayNode` lists this node as `node:ip`. */
function egressIp(subnet: SubnetRecord, nodeName: string, family: Family): string | undefined {
  if (subnet.gatewayType !== 'centralized') return undefined;
  if (!subnet.enableEcmp && subnet.activateGateway !== nodeName) return undefined;
  for (const entry of subnet.gatewayNode.split(',')) {
    const colon = entry.indexOf(':');
    if (colon < 0 || entry.slice(0, colon).trim() !== nodeName) continue;
    const address = parseAddress(entry.slice(colon + 1).trim());
    if (address.ok && address.value.family === family) return entry.slice(colon + 1).trim();
  }
  return undefined;
}

function cidrsOf(text: string, family: Family): Cidr[] {
  const cidr = parseCidr(text);
  return cidr.ok && cidr.value.family === family ? [cidr.value] : [];
}

/** Sorted, without blocks that lie in others: sets of intervals refuse overlaps. */
function blocks(cidrs: readonly Cidr[]): string[] {
  const kept = cidrs.filter(
    (cidr, at) =>
      !cidrs.some(
        (other, i) => i !== at && cidrContainsCidr(other, cidr) && (i < at || !cidrContainsCidr(cidr, other)),
      ),
  );
  return kept.map(formatCidr).sort();
}
