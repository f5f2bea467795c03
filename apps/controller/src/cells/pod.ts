// A pod as its addresses see it: where it runs, how long it needs a network, and what it asks for.

import type { Cell } from '../engine/cells.ts';
import type { View } from '../engine/view.ts';
import type { PodObject } from '../kinds/objects.ts';

export interface PodFact {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly nodeName: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly statefulSet?: string;
  readonly statefulSetUid?: string;
  /** When the address of a pod being deleted may be given away, epoch ms. */
  readonly releaseAt?: number;
}

/** Pod-network pods that are not finished; everything else has no address to keep. */
export const podCell: Cell<View, PodFact | undefined> = {
  name: 'pod',
  compute(view, key) {
    const pod = view.get('Pod', key);
    if (pod === undefined || pod.spec.hostNetwork === true || isFinished(pod)) return undefined;
    const controller = pod.metadata.ownerReferences?.find((owner) => owner.kind === 'StatefulSet');
    return {
      name: pod.metadata.name,
      namespace: pod.metadata.namespace ?? '',
      uid: pod.metadata.uid ?? '',
      nodeName: pod.spec.nodeName ?? '',
      annotations: pod.metadata.annotations ?? {},
      statefulSet: controller?.name,
      statefulSetUid: controller?.uid,
      releaseAt: releaseTime(pod),
    };
  },
};

/** The pod's address may go: its grace is over. A plan that asks this must return `recheckAt: pod.releaseAt`. */
export function isReleased(pod: PodFact, now: number): boolean {
  return pod.releaseAt !== undefined && now >= pod.releaseAt;
}

function isFinished(pod: PodObject): boolean {
  const { phase, reason } = pod.status;
  const { restartPolicy = 'Always' } = pod.spec;
  if (phase === 'Succeeded') return restartPolicy !== 'Always';
  return phase === 'Failed' && (restartPolicy === 'Never' || reason === 'Evicted');
}

/** A node that is lost never confirms the end of its pods, so their addresses go some time after the deletion, epoch ms. */
function releaseTime(pod: PodObject): number | undefined {
  const { deletionTimestamp } = pod.metadata;
  if (deletionTimestamp === undefined) return undefined;
  // metadata.deletionTimestamp already lies the grace period in the future; the second period is the contract's margin.
  return Date.parse(deletionTimestamp) + (pod.spec.terminationGracePeriodSeconds ?? 30) * 1000;
}
