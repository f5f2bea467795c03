// What the daemon keeps of a subnet: the fields that decide about pods, host routes and host rules of a node.

import { DEFAULT_VPC, OVN_PROVIDER } from '@kube-ovn/crds';
import { type Cidr, parseCidr } from '@kube-ovn/ipam';
import type { KubeObject } from '@kube-ovn/kube';

export interface SubnetRecord {
  readonly metadata: { readonly name: string; readonly uid?: string; readonly resourceVersion?: string };
  readonly vpc: string;
  readonly provider: string;
  /** One per family at most. */
  readonly cidrs: readonly Cidr[];
  readonly vlan: string;
  readonly logicalGateway: boolean;
  readonly u2oInterconnection: boolean;
  readonly u2oInterconnectionIps: readonly string[];
  readonly enableLb: boolean | undefined;
  readonly natOutgoing: boolean;
  readonly natRules: readonly NatRule[];
  readonly gatewayType: string;
  readonly gatewayNode: string;
  readonly enableEcmp: boolean;
  readonly activateGateway: string;
  readonly disableGatewayCheck: boolean;
  readonly mtu: number;
  readonly nodeNetwork: string;
  readonly terminating: boolean;
  /** The controller has looked at it and found no fault. */
  readonly validated: boolean;
}

export interface NatRule {
  readonly action: string;
  readonly sources: readonly string[];
  readonly destinations: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

export function subnetRecord(raw: KubeObject): SubnetRecord {
  const { name, uid, resourceVersion, deletionTimestamp } = raw.metadata;
  const spec = (raw.spec ?? {}) as Fields;
  const status = (raw.status ?? {}) as Fields;
  return {
    metadata: { name, uid, resourceVersion },
    vpc: text(spec.vpc) || DEFAULT_VPC,
    provider: text(spec.provider) || OVN_PROVIDER,
    cidrs: split(text(spec.cidrBlock)).flatMap((part) => {
      const cidr = parseCidr(part);
      return cidr.ok ? [cidr.value] : [];
    }),
    vlan: text(spec.vlan),
    logicalGateway: spec.logicalGateway === true,
    u2oInterconnection: spec.u2oInterconnection === true,
    u2oInterconnectionIps: split(text(status.u2oInterconnectionIP)),
    enableLb: typeof spec.enableLb === 'boolean' ? spec.enableLb : undefined,
    natOutgoing: spec.natOutgoing === true,
    natRules: list(status.natOutgoingPolicyRules).map(natRule),
    gatewayType: text(spec.gatewayType) || 'distributed',
    gatewayNode: text(spec.gatewayNode),
    enableEcmp: spec.enableEcmp === true,
    activateGateway: text(status.activateGateway),
    disableGatewayCheck: spec.disableGatewayCheck === true,
    mtu: typeof spec.mtu === 'number' ? spec.mtu : 0,
    nodeNetwork: text(spec.nodeNetwork),
    terminating: deletionTimestamp !== undefined,
    validated: list(status.conditions).some(({ type, status: is }) => type === 'Validated' && is === 'True'),
  };
}

/** OVN itself is the gateway of its pods, so their traffic reaches a node through ovn0. */
export function isOverlay(subnet: SubnetRecord): boolean {
  return subnet.vlan === '' || subnet.logicalGateway;
}

function natRule(rule: Fields): NatRule {
  const match = (rule.match ?? {}) as Fields;
  return { action: text(rule.action), sources: split(text(match.srcIPs)), destinations: split(text(match.dstIPs)) };
}

function split(value: string): string[] {
  return value.split(',').flatMap((part) => part.trim() || []);
}

function list(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
