// Vpc: a logical router, its load balancer groups, and its routes and policies.

import type { VpcStatus } from '@kube-ovn/crds';
import { type VpcFact, vpcCell, vpcSubnetsCell } from '../../cells/vpc.ts';
import { NOTHING, type Plan } from '../../engine/facts.ts';
import { PlanBuilder } from '../../engine/plan-builder.ts';
import type { Resource } from '../../engine/planner.ts';
import type { View } from '../../engine/view.ts';
import { loadBalancerNames } from '../../network-config.ts';
import { releaseFinalizer, takeFinalizer } from '../finalizer.ts';
import { addRoutes } from './routes.ts';
import { vpcStatus } from './status.ts';

export const vpcResource: Resource = {
  kind: 'Vpc',
  plan(name, view) {
    const vpc = view.cell(vpcCell, name);
    if (vpc === undefined) return NOTHING;
    const subnets = view.cell(vpcSubnetsCell, name);
    if (vpc.deleting && subnets.length === 0) return releaseFinalizer('Vpc', name, view);
    return program(vpc, subnets, view);
  },
};

function program(vpc: VpcFact, subnets: readonly string[], view: View): Plan {
  const plan = new PlanBuilder(`Vpc/${vpc.name}`);
  const object = view.get('Vpc', vpc.name)!;
  const status = { ...(object.status ?? {}) } as VpcStatus;
  if (vpc.error !== undefined) {
    // Its routes cannot be trusted, so all of it stays as it was; the subnets go on.
    if (view.rowExists(`Logical_Router|${vpc.name}`)) plan.keep();
    else addRouter(plan, vpc.name, view);
    plan.event('Warning', vpc.error.reason, vpc.error.message).fail(vpc.error);
    return finish(plan, vpc, status, vpcStatus(vpc, subnets, status, object.metadata.generation, view), view);
  }
  addRouter(plan, vpc.name, view);
  addRoutes(plan, vpc, view);
  return finish(plan, vpc, status, vpcStatus(vpc, subnets, status, object.metadata.generation, view), view);
}

function addRouter(plan: PlanBuilder, name: string, view: View): void {
  plan.row('Logical_Router', name, {
    name,
    options: {
      mac_binding_age_threshold: '300',
      dynamic_neigh_routers: 'true',
      always_learn_from_arp_request: 'false',
    },
  });
  for (const group of Object.values(loadBalancerNames(name, view.config)))
    plan.plainRow('Load_Balancer_Group', group, { name: group });
}

function finish(plan: PlanBuilder, vpc: VpcFact, before: VpcStatus, after: VpcStatus, view: View): Plan {
  takeFinalizer(plan, 'Vpc', vpc.name, view);
  return plan
    .patch('Vpc', vpc.name, { status: before }, { status: after }, { subresource: 'status', afterCommit: true })
    .build();
}
