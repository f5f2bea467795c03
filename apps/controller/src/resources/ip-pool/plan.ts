// IPPool: a named part of a subnet, its use, and optionally an address set for policies.

import { FINALIZER, type IPPoolStatus } from '@kube-ovn/crds';
import { type PoolFact, poolCell } from '../../cells/ip-pool.ts';
import { NOTHING, type Plan } from '../../engine/facts.ts';
import { PlanBuilder } from '../../engine/plan-builder.ts';
import type { Resource } from '../../engine/planner.ts';
import type { View } from '../../engine/view.ts';
import { dotted } from '../names.ts';
import { networksOf } from './networks.ts';
import { poolStatus } from './status.ts';

export const ipPoolResource: Resource = {
  kind: 'IPPool',
  plan(name, view) {
    const pool = view.cell(poolCell, name);
    if (pool === undefined) return NOTHING;
    if (pool.deleting) return release(pool, view);
    const plan = new PlanBuilder(`IPPool/${name}`);
    const object = view.get('IPPool', name)!;
    if (pool.error !== undefined) plan.keep().fail(pool.error);
    else if (pool.addressSet) {
      const set = plan.row('Address_Set', dotted(name), { name: dotted(name) }, { ippool: name });
      for (const network of networksOf(pool.addresses)) plan.member(set, 'addresses', network);
    }
    const finalizers = object.metadata.finalizers ?? [];
    if (!finalizers.includes(FINALIZER))
      plan.patch('IPPool', name, {}, { metadata: { finalizers: [...finalizers, FINALIZER] } });
    const status = (object.status ?? {}) as IPPoolStatus;
    const written = plan.writes;
    plan.patch(
      'IPPool',
      name,
      { status },
      { status: poolStatus(pool, status, view) },
      { subresource: 'status', afterCommit: true },
    );
    if (pool.error !== undefined && plan.writes > written)
      plan.event('Warning', pool.error.reason, `${pool.error.code}: ${pool.error.message}`);
    return plan.build();
  },
};

function release(pool: PoolFact, view: View): Plan {
  const finalizers = view.get('IPPool', pool.name)?.metadata.finalizers ?? [];
  if (!finalizers.includes(FINALIZER)) return NOTHING;
  const rest = finalizers.filter((finalizer) => finalizer !== FINALIZER);
  return new PlanBuilder(`IPPool/${pool.name}`)
    .patch('IPPool', pool.name, { metadata: { finalizers } }, { metadata: { finalizers: rest } }, { afterCommit: true })
    .build();
}
