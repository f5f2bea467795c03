// Subnet: a logical switch, its port to the router of its VPC, and the policies that keep its traffic inside OVN.

import type { SubnetStatus } from '@kube-ovn/crds';
import type { CodedError } from '@kube-ovn/errors';
import { subnetCell } from '../../cells/subnet.ts';
import type { SubnetFact } from '../../cells/subnet-spec.ts';
import { NOTHING, type Plan } from '../../engine/facts.ts';
import { PlanBuilder } from '../../engine/plan-builder.ts';
import type { Resource } from '../../engine/planner.ts';
import type { View } from '../../engine/view.ts';
import { releaseFinalizer, takeFinalizer } from '../finalizer.ts';
import { driftOf, isNews, withDrift } from './drift.ts';
import { addGateway } from './gateway.ts';
import { addSwitch } from './rows.ts';
import { failedStatus, readyStatus } from './status.ts';

export const subnetResource: Resource = {
  kind: 'Subnet',
  plan(name, view) {
    const check = view.cell(subnetCell, name);
    if (check === undefined) return NOTHING;
    if (check.subnet?.deleting && !inUse(check.subnet, view)) return releaseFinalizer('Subnet', name, view);
    return check.ok ? program(check.subnet, view) : refuse(name, check.error, view);
  },
};

function program(subnet: SubnetFact, view: View): Plan {
  const plan = new PlanBuilder(`Subnet/${subnet.name}`);
  if (subnet.isOvn) {
    addSwitch(plan, subnet, view);
    addGateway(plan, subnet, view);
  }
  const object = view.get('Subnet', subnet.name)!;
  const status = (object.status ?? {}) as SubnetStatus;
  // The completed form is written back, as users of the contract expect to read it.
  plan.patch('Subnet', subnet.name, { spec: object.spec ?? {} }, { spec: { ...object.spec, ...subnet.spec } });
  takeFinalizer(plan, 'Subnet', subnet.name, view);
  const drift = driftOf(subnet, view);
  if (drift !== undefined && isNews(status, drift))
    plan.event('Warning', drift.reason, `${drift.code}: ${drift.message}`);
  const ready = readyStatus(subnet, status, view);
  const clock = { generation: subnet.generation, now: new Date(view.now) };
  plan.patch(
    'Subnet',
    subnet.name,
    { status },
    { status: { ...ready, conditions: withDrift(ready.conditions, drift, clock) } },
    { subresource: 'status', afterCommit: true },
  );
  return plan.build();
}

/** A subnet that cannot be read or that conflicts: its condition says so, its rows stay as they are. */
function refuse(name: string, error: CodedError, view: View): Plan {
  const object = view.get('Subnet', name)!;
  const status = (object.status ?? {}) as SubnetStatus;
  const next = failedStatus(error, status, { generation: object.metadata.generation, now: new Date(view.now) });
  const plan = new PlanBuilder(`Subnet/${name}`).keep().fail(error);
  plan.patch('Subnet', name, { status }, { status: next }, { subresource: 'status' });
  if (plan.writes > 0) plan.event('Warning', error.reason, `${error.code}: ${error.message}`);
  return plan.build();
}

function inUse(subnet: SubnetFact, view: View): boolean {
  const { v4, v6 } = view.usage(subnet.name);
  return v4.using > 0n || v6.using > 0n;
}
