// The controller's finalizer on an object of ours: taken with the first plan, given back when the rows are gone.

import { FINALIZER } from '@kube-ovn/crds';
import { NOTHING, type Plan } from '../engine/facts.ts';
import { PlanBuilder } from '../engine/plan-builder.ts';
import type { View } from '../engine/view.ts';
import type { KindName } from '../kinds/objects.ts';

/** Adds the finalizer if the object lacks it; the API refuses new ones on an object being deleted. */
export function takeFinalizer(plan: PlanBuilder, kind: KindName, name: string, view: View): void {
  const { finalizers = [], deletionTimestamp } = view.get(kind, name)?.metadata ?? {};
  if (finalizers.includes(FINALIZER) || deletionTimestamp !== undefined) return;
  plan.patch(kind, name, {}, { metadata: { finalizers: [...finalizers, FINALIZER] } });
}

/** The plan of an object that may go: no rows any more, and after their commit the finalizer is taken off. */
export function releaseFinalizer(kind: KindName, name: string, view: View): Plan {
  const finalizers = view.get(kind, name)?.metadata.finalizers ?? [];
  if (!finalizers.includes(FINALIZER)) return NOTHING;
  const rest = finalizers.filter((finalizer) => finalizer !== FINALIZER);
  return new PlanBuilder(`${kind}/${name}`)
    .patch(kind, name, { metadata: { finalizers } }, { metadata: { finalizers: rest } }, { afterCommit: true })
    .build();
}
