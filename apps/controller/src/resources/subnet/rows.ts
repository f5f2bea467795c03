// The switch of a subnet and the pair of ports that joins it to its router.

import { deriveMac } from '@kube-ovn/ipam';
import type { SubnetFact } from '../../cells/subnet-spec.ts';
import { families } from '../../engine/families.ts';
import type { PlanBuilder } from '../../engine/plan-builder.ts';
import { rowId } from '../../engine/tables.ts';
import type { View } from '../../engine/view.ts';
import { loadBalancerNames } from '../../network-config.ts';
import { policyKey, routerRow, switchRow } from '../names.ts';
import { ALLOW_SUBNET } from '../priorities.ts';
import { isRouted } from './routed.ts';

export function addSwitch(plan: PlanBuilder, subnet: SubnetFact, view: View): void {
  const { name, vpc } = subnet;
  plan.row('Logical_Switch', name, { name, load_balancer_group: loadBalancerGroups(subnet, view) });
  if (!isRouted(subnet, view)) return;
  addRouterPort(plan, subnet);
  for (const [family, cidr] of families(subnet.cidrs)) {
    const match = `ip${family}.dst == ${cidr.text}`;
    plan.row(
      'Logical_Router_Policy',
      policyKey(vpc, ALLOW_SUBNET, match),
      { priority: ALLOW_SUBNET, match, action: 'allow', nexthops: [] },
      { subnet: name },
      {
        parent: routerRow(vpc),
      },
    );
  }
}

function addRouterPort(plan: PlanBuilder, subnet: SubnetFact): void {
  const { name, vpc } = subnet;
  const routerPort = `${vpc}-${name}`;
  const networks = families(subnet.cidrs).map(
    ([family, cidr]) => `${family === 4 ? subnet.gateways.v4 : subnet.gateways.v6}/${cidr.prefixLength}`,
  );
  const table = subnet.spec.routeTable ?? '';
  plan.row(
    'Logical_Router_Port',
    routerPort,
    { name: routerPort, networks, options: table === '' ? {} : { route_table: table } },
    { lr: vpc },
    {
      parent: routerRow(vpc),
      // An adopted port keeps its address; a new one gets the address that any rebuild of the database gives it again.
      initial: { mac: deriveMac(`lrp ${routerPort}`) },
    },
  );
  plan.row(
    'Logical_Switch_Port',
    `${name}-${vpc}`,
    { name: `${name}-${vpc}`, type: 'router', addresses: ['router'], options: { 'router-port': routerPort } },
    { ls: name },
    {
      parent: switchRow(name),
    },
  );
}

function loadBalancerGroups(subnet: SubnetFact, view: View): { row: string }[] {
  if (subnet.name === view.config.nodeSwitch || subnet.spec.enableLb === false) return [];
  return Object.values(loadBalancerNames(subnet.vpc, view.config)).map((name) => ({
    row: rowId('Load_Balancer_Group', name),
  }));
}
