// A Subnet object, read, completed and checked as far as it alone decides.

import type { LabelSelector, SubnetSpec } from '@kube-ovn/crds';
import { ok, type Result } from '@kube-ovn/errors';
import { type Cidr, type DualCidr, formatCidr, parseDualCidr } from '@kube-ovn/ipam';
import type { Cell } from '../engine/cells.ts';
import { type PerFamily, splitPair } from '../engine/families.ts';
import type { View } from '../engine/view.ts';
import { readSubnetSpec } from './read-subnet-spec.ts';

export interface CidrFact {
  /** Network form, as in the spec. */
  readonly text: string;
  readonly prefixLength: number;
}

export interface SubnetFact {
  readonly name: string;
  readonly uid: string;
  readonly generation: number | undefined;
  /** For deciding who of two conflicting subnets came first. */
  readonly created: string;
  readonly deleting: boolean;
  readonly spec: SubnetSpec;
  readonly vpc: string;
  readonly cidrs: PerFamily<CidrFact>;
  readonly gateways: PerFamily<string>;
  readonly namespaces: readonly string[];
  readonly namespaceSelectors: readonly LabelSelector[];
  /** OVN makes its switch; false for subnets that only lend addresses to another CNI. */
  readonly isOvn: boolean;
  readonly isDistributed: boolean;
}

/** What the object alone says; undefined when there is no such object. */
export const specCell: Cell<View, Result<SubnetFact> | undefined> = {
  name: 'subnet spec',
  compute(view, key) {
    const object = view.get('Subnet', key);
    if (object === undefined) return undefined;
    const normal = readSubnetSpec(key, object, view.config);
    if (!normal.ok) return normal;
    const spec = normal.value;
    // Protocol Mac: a VLAN without addresses of ours.
    const cidrs: Result<DualCidr> = spec.protocol === 'Mac' ? ok({}) : parseDualCidr(spec.cidrBlock);
    if (!cidrs.ok) return cidrs;
    const provider = spec.provider ?? 'ovn';
    return ok({
      name: key,
      uid: object.metadata.uid ?? '',
      generation: object.metadata.generation,
      created: object.metadata.creationTimestamp ?? '',
      deleting: object.metadata.deletionTimestamp !== undefined,
      spec,
      vpc: spec.vpc ?? view.config.clusterRouter,
      cidrs: { v4: cidrFact(cidrs.value.v4), v6: cidrFact(cidrs.value.v6) },
      gateways: splitPair(spec.gateway),
      namespaces: spec.namespaces ?? [],
      namespaceSelectors: spec.namespaceSelectors ?? [],
      isOvn: provider === 'ovn' || provider.endsWith('.ovn'),
      isDistributed: spec.gatewayType !== 'centralized',
    });
  },
};

/** Every subnet whose own spec can be read, by name. */
export const subnetsCell: Cell<View, readonly SubnetFact[]> = {
  name: 'subnets',
  compute: (view) =>
    view.keys('Subnet').flatMap((name) => {
      const own = view.cell(specCell, name);
      return own?.ok ? [own.value] : [];
    }),
};

function cidrFact(cidr: Cidr | undefined): CidrFact | undefined {
  return cidr === undefined ? undefined : { text: formatCidr(cidr), prefixLength: cidr.prefixLength };
}
