// The other pods of ovn-central, asked of the API: where a single database is wanted, only one of them may serve.

import type { KubeClient, KubeObject } from '@kube-ovn/kube';
import type { OtherPod } from '../membership/peer.ts';
import { PODS } from './pods.ts';

interface CentralPod extends KubeObject {
  readonly status?: { readonly podIP?: string; readonly phase?: string };
}

const SELECTOR = 'app=ovn-central';

export async function otherPods(client: KubeClient, namespace: string, self: string): Promise<OtherPod[]> {
  const answer = await client.list<CentralPod>(PODS, { namespace, labelSelector: SELECTOR });
  if (!answer.ok) throw answer.error;
  return readOtherPods(answer.value.items, self);
}

/** Oldest first. Pods that have ended, or have no address yet, hold nothing. */
export function readOtherPods(pods: readonly CentralPod[], self: string): OtherPod[] {
  const sorted = [...pods].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const own = sorted.findIndex(({ metadata }) => metadata.name === self);
  return sorted.flatMap(({ metadata, status }, at): OtherPod[] => {
    const hasEnded = status?.phase === 'Succeeded' || status?.phase === 'Failed';
    if (at === own || hasEnded || !status?.podIP) return [];
    return [{ host: status.podIP, older: own < 0 || at < own, ending: metadata.deletionTimestamp !== undefined }];
  });
}

function rank({ metadata }: CentralPod): string {
  return `${metadata.creationTimestamp ?? ''} ${metadata.name}`;
}
