// Namespace: annotations that say which subnets and pools its pods draw from.

import { ANNOTATIONS } from '@kube-ovn/crds';
import { namespaceCell } from '../../cells/namespace.ts';
import { specCell } from '../../cells/subnet-spec.ts';
import { NOTHING } from '../../engine/facts.ts';
import { PlanBuilder } from '../../engine/plan-builder.ts';
import type { Resource } from '../../engine/planner.ts';
import type { View } from '../../engine/view.ts';

export const namespaceResource: Resource = {
  kind: 'Namespace',
  plan(name, view) {
    const fact = view.cell(namespaceCell, name);
    const object = view.get('Namespace', name);
    if (fact === undefined || object === undefined || object.metadata.deletionTimestamp !== undefined) return NOTHING;
    const specs = fact.subnets.flatMap((subnet) => specOf(subnet, view) ?? []);
    if (specs.length === 0) return NOTHING;
    const before = object.metadata.annotations ?? {};
    const after: Record<string, string> = {
      ...before,
      [ANNOTATIONS.logicalSwitch]: fact.subnets.join(','),
      [ANNOTATIONS.cidr]: specs.map((spec) => spec.cidrBlock ?? '').join(';'),
      [ANNOTATIONS.excludeIps]: specs.map((spec) => (spec.excludeIps ?? []).join(',')).join(';'),
    };
    if (fact.pools.length > 0) after[ANNOTATIONS.ipPool] = fact.pools.join(',');
    else delete after[ANNOTATIONS.ipPool];
    return new PlanBuilder(`Namespace/${name}`)
      .patch('Namespace', name, { metadata: { annotations: before } }, { metadata: { annotations: after } })
      .build();
  },
};

function specOf(subnet: string, view: View) {
  const own = view.cell(specCell, subnet);
  return own?.ok ? own.value.spec : undefined;
}
