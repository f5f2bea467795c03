// Which subnets and pools a namespace draws from.

import type { Cell } from '../engine/cells.ts';
import type { View } from '../engine/view.ts';
import { matchesSelector } from './label-selector.ts';
import { type SubnetFact, subnetsCell } from './subnet-spec.ts';
import { vpcsCell } from './vpc.ts';

export interface NamespaceFact {
  /** Bound subnets, a custom VPC's default first; the fallback when none is bound. */
  readonly subnets: readonly string[];
  readonly pools: readonly string[];
}

const SYSTEM_NAMESPACE = 'kube-system';

export const namespaceCell: Cell<View, NamespaceFact | undefined> = {
  name: 'namespace',
  compute(view, key) {
    const namespace = view.get('Namespace', key);
    if (namespace === undefined) return undefined;
    const labels = namespace.metadata.labels ?? {};
    const usable = view.cell(subnetsCell, '').filter((subnet) => !subnet.deleting);
    const vpc = view.cell(vpcsCell, '').find((candidate) => !candidate.isDefault && candidate.namespaces.includes(key));
    const vpcDefault = vpc?.defaultSubnet !== undefined && key !== SYSTEM_NAMESPACE ? vpc.defaultSubnet : undefined;
    const bound = usable.filter((subnet) => binds(subnet, key, labels)).map((subnet) => subnet.name);
    const fallback = vpc !== undefined && key !== SYSTEM_NAMESPACE ? [] : [view.config.defaultSubnet];
    return { subnets: order(bound, vpcDefault, fallback), pools: boundPools(view, key) };
  },
};

function binds(subnet: SubnetFact, namespace: string, labels: Readonly<Record<string, string>>): boolean {
  return (
    subnet.namespaces.includes(namespace) ||
    subnet.namespaceSelectors.some((selector) => matchesSelector(selector, labels))
  );
}

/** A namespace of a custom VPC that has no subnet yet waits: a pod of it in the default VPC would be a hole in the isolation. */
function order(
  bound: readonly string[],
  vpcDefault: string | undefined,
  fallback: readonly string[],
): readonly string[] {
  const rest = bound.filter((name) => name !== vpcDefault);
  if (vpcDefault !== undefined) return [vpcDefault, ...rest];
  return rest.length > 0 ? rest : fallback;
}

function boundPools(view: View, namespace: string): readonly string[] {
  return view.keys('IPPool').filter((name) => {
    const pool = view.get('IPPool', name);
    const namespaces = pool?.spec?.namespaces;
    return (
      pool?.metadata.deletionTimestamp === undefined && Array.isArray(namespaces) && namespaces.includes(namespace)
    );
  });
}
