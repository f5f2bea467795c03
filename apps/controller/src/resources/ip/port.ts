// The switch port of an allocated address, and its membership in the sets that routes match on.

import { ANNOTATIONS } from '@kube-ovn/crds';
import type { IpFact } from '../../cells/ip.ts';
import type { PodFact } from '../../cells/pod.ts';
import { subnetCell } from '../../cells/subnet.ts';
import type { SubnetFact } from '../../cells/subnet-spec.ts';
import { families, pairText } from '../../engine/families.ts';
import type { PlanBuilder } from '../../engine/plan-builder.ts';
import { rowId } from '../../engine/tables.ts';
import type { View } from '../../engine/view.ts';
import { distributedSet, switchRow } from '../names.ts';
import type { Holder } from './holder.ts';

export function addPort(plan: PlanBuilder, ip: IpFact, holder: Holder, view: View): void {
  const check = view.cell(subnetCell, ip.subnet);
  if (check === undefined) return;
  if (!check.ok) {
    // The subnet has gone bad: the ports that work go on working.
    plan.keep();
    return;
  }
  const { subnet } = check;
  if (!subnet.isOvn || (holder.role === 'promise' && ip.podType !== 'StatefulSet')) return;
  const address = [ip.mac, pairText(ip).replace(',', ' ')].filter(Boolean).join(' ');
  const { pod } = holder;
  const ids =
    holder.role === 'node'
      ? { ls: ip.subnet }
      : { ls: ip.subnet, pod: `${ip.namespace}/${ip.podName}`, ...vipIds(pod) };
  plan.row(
    'Logical_Switch_Port',
    ip.name,
    {
      name: ip.name,
      addresses: pod?.annotations[ANNOTATIONS.layer2Forward] === 'true' ? [address, 'unknown'] : [address],
      port_security: pod?.annotations[ANNOTATIONS.portSecurity] === 'true' ? [[address, ...vips(pod)].join(' ')] : [],
    },
    ids,
    { parent: switchRow(ip.subnet) },
  );
  if (pod !== undefined) joinNodeSets(plan, ip, pod, subnet, view);
}

function joinNodeSets(plan: PlanBuilder, ip: IpFact, pod: PodFact, subnet: SubnetFact, view: View): void {
  if (pod.nodeName === '' || !subnet.isDistributed || subnet.vpc !== view.config.clusterRouter) return;
  if ((subnet.spec.vlan ?? '') !== '' && subnet.spec.logicalGateway !== true) return;
  for (const [family, address] of families(ip as { readonly v4?: string; readonly v6?: string })) {
    plan.member(rowId('Address_Set', distributedSet(pod.nodeName, family)), 'addresses', address);
  }
}

function vips(pod: PodFact): readonly string[] {
  return (pod.annotations[ANNOTATIONS.portVips] ?? '')
    .split(',')
    .map((vip) => vip.trim())
    .filter((vip) => vip !== '');
}

function vipIds(pod: PodFact | undefined): Readonly<Record<string, string>> {
  const list = pod === undefined ? [] : vips(pod);
  return list.length === 0 ? {} : { vips: list.join(',') };
}
