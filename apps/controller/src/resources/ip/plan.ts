// IP: the allocation itself. While somebody owns it, it has a switch port; when nobody does any more, it goes.

import { FINALIZER, LABELS } from '@kube-ovn/crds';
import { type IpFact, ipCell } from '../../cells/ip.ts';
import { NOTHING, type Plan } from '../../engine/facts.ts';
import { pairText } from '../../engine/families.ts';
import { PlanBuilder } from '../../engine/plan-builder.ts';
import type { Resource } from '../../engine/planner.ts';
import type { View } from '../../engine/view.ts';
import { releaseFinalizer } from '../finalizer.ts';
import { findHolder, type Holder } from './holder.ts';
import { addPort } from './port.ts';

export const ipResource: Resource = {
  kind: 'IP',
  plan(name, view) {
    const ip = view.cell(ipCell, name);
    if (ip === undefined) return NOTHING;
    // The rows of this plan are gone with the commit; only then may the address go back.
    if (ip.deleting) return releaseFinalizer('IP', name, view);
    if (ip.v4 === undefined && ip.v6 === undefined) return fill(ip);
    const holder = findHolder(ip, view);
    const plan = new PlanBuilder(`IP/${name}`);
    if (holder.role === 'none') return plan.delete('IP', name, ip.uid).build();
    addPort(plan, ip, holder, view);
    follow(plan, ip, holder, view);
    return plan.recheckAt(holder.releaseAt).build();
  },
};

/** A user reserves by creating an IP without an address: draw one and write it into the object. */
function fill(ip: IpFact): Plan {
  return new PlanBuilder(`IP/${ip.name}`)
    .allocate({
      ipName: ip.name,
      subnets: [ip.subnet],
      family: 'any',
      pools: [],
      statics: [],
      mac: ip.mac,
      podName: ip.podName,
      namespace: ip.namespace,
      nodeName: '',
      podType: ip.podType,
      provider: 'ovn',
    })
    .build();
}

/** Keeps labels, finalizer and node name of the object true. */
function follow(plan: PlanBuilder, ip: IpFact, holder: Holder, view: View): void {
  const object = view.get('IP', ip.name)!;
  const { labels = {}, finalizers = [] } = object.metadata;
  const spec = object.spec ?? {};
  const nodeName = holder.nodeName === '' ? spec.nodeName : holder.nodeName;
  const wanted = {
    ...labels,
    [LABELS.subnet]: ip.subnet,
    [ip.subnet]: '',
    // Made by hand: no controller label yet. Such an address outlives its pods.
    [LABELS.ipReserved]: labels[LABELS.ipReserved] ?? 'true',
    [LABELS.nodeName]: nodeName === undefined ? (labels[LABELS.nodeName] ?? '') : String(nodeName),
  };
  plan.patch(
    'IP',
    ip.name,
    { metadata: { labels, finalizers }, spec },
    {
      metadata: {
        labels: wanted,
        finalizers: finalizers.includes(FINALIZER) ? finalizers : [...finalizers, FINALIZER],
      },
      spec: { ...spec, nodeName: nodeName ?? spec.nodeName, ipAddress: pairText(ip) },
    },
  );
}
