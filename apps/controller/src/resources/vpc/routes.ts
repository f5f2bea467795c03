// Static routes and policies of a VPC's router: the user's, and the default route of the default VPC.

import { specCell } from '../../cells/subnet-spec.ts';
import type { VpcFact } from '../../cells/vpc.ts';
import { families } from '../../engine/families.ts';
import type { PlanBuilder } from '../../engine/plan-builder.ts';
import type { View } from '../../engine/view.ts';
import { policyKey, routerRow } from '../names.ts';

export function addRoutes(plan: PlanBuilder, vpc: VpcFact, view: View): void {
  if (vpc.isDefault) addDefaultRoutes(plan, vpc, view);
  for (const route of vpc.spec.staticRoutes ?? []) {
    addStaticRoute(plan, vpc.name, {
      table: route.routeTable ?? '',
      policy: route.policy === 'policySrc' ? 'src-ip' : 'dst-ip',
      prefix: route.cidr ?? '',
      nextHop: route.nextHopIP ?? '',
    });
  }
  for (const route of vpc.spec.policyRoutes ?? []) {
    const { priority = 0, match = '', action = '' } = route;
    const nextHops = action === 'reroute' ? list(route.nextHopIP) : [];
    plan.row(
      'Logical_Router_Policy',
      policyKey(vpc.name, priority, match),
      { priority, match, action, nexthops: nextHops },
      {},
      {
        parent: routerRow(vpc.name),
      },
    );
  }
}

/** What no policy reroutes leaves by the join network. */
function addDefaultRoutes(plan: PlanBuilder, vpc: VpcFact, view: View): void {
  const join = view.cell(specCell, view.config.nodeSwitch);
  if (!join?.ok) return;
  for (const [family, nextHop] of families(join.value.gateways)) {
    addStaticRoute(plan, vpc.name, {
      table: '',
      policy: 'dst-ip',
      prefix: family === 4 ? '0.0.0.0/0' : '::/0',
      nextHop,
    });
  }
}

interface StaticRoute {
  readonly table: string;
  readonly policy: 'src-ip' | 'dst-ip';
  readonly prefix: string;
  readonly nextHop: string;
}

function addStaticRoute(plan: PlanBuilder, vpc: string, route: StaticRoute): void {
  plan.row(
    'Logical_Router_Static_Route',
    `${vpc}|${route.table}|${route.policy}|${route.prefix}|${route.nextHop}`,
    { route_table: route.table, policy: route.policy, ip_prefix: route.prefix, nexthop: route.nextHop },
    {},
    { parent: routerRow(vpc) },
  );
}

function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
