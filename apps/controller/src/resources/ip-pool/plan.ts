// IPPool: a named part of a subnet, its use, and optionally an address set for policies.

import type { IPPoolStatus } from '@kube-ovn/crds';
import { poolCell } from '../../cells/ip-pool.ts';
import { NOTHING } from '../../engine/facts.ts';
import { PlanBuilder } from '../../engine/plan-builder.ts';
import type { Resource } from '../../engine/planner.ts';
import { releaseFinalizer, takeFinalizer } from '../finalizer.ts';
import { dotted } from '../names.ts';
import { networksOf } from './networks.ts';
import { poolStatus } from './status.ts';

export const ipPoolResource: Resource = {
  kind: 'IPPool',
  plan(name, view) {
    const pool = view.cell(poolCell, name);
    if (pool === undefined) return NOTHING;
    if (pool.deleting) return releaseFinalizer('IPPool', name, view);
    const plan = new PlanBuilder(`IPPool/${name}`);
    const object = view.get('IPPool', name)!;
    if (pool.error !== undefined) plan.keep().fail(pool.error);
    else if (pool.addressSet) {
      const set = plan.row('Address_Set', dotted(name), { name: dotted(name) }, { ippool: name });
      for (const network of networksOf(pool.addresses)) plan.member(set, 'addresses', network);
    }
    takeFinalizer(plan, 'IPPool', name, view);
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
