// The pod of a request, as our stream of pods has it or, when that lags behind kubelet's, as the API server has it.

import { hasUid, type PodRecord, podRecord } from '../kube/pod-record.ts';
import { PODS } from '../kube/resources.ts';
import type { CniContext } from './context.ts';
import { type PodRequest, podKey } from './request.ts';
import { stageFailure } from './stage-failure.ts';

export async function findPod(context: CniContext, request: PodRequest, signal: AbortSignal): Promise<PodRecord> {
  const pod = podKey(request);
  const known = context.stores.pods.get(pod);
  if (known && hasUid(known, request.pod_uid)) return known;
  const answer = await context.client.get(PODS, request.pod_name, request.pod_namespace, { signal, timeoutMs: 10_000 });
  signal.throwIfAborted();
  if (!answer.ok && answer.error.status === 404) throw stageFailure('get-pod', 'ERR_CNI_POD_NOT_FOUND', { pod });
  if (!answer.ok) {
    const problem = `the API server does not tell about pod ${pod}: ${answer.error.message}`;
    throw stageFailure('get-pod', 'ERR_CNI_NOT_READY', { problem }, answer.error);
  }
  const record = podRecord(answer.value);
  if (!hasUid(record, request.pod_uid)) {
    throw stageFailure('get-pod', 'ERR_CNI_POD_REPLACED', { pod, uid: request.pod_uid });
  }
  const { nodeName } = (answer.value.spec ?? {}) as { nodeName?: string };
  if (nodeName !== context.nodeName) throw stageFailure('get-pod', 'ERR_CNI_POD_NOT_FOUND', { pod });
  context.stores.pods.observe(record);
  return record;
}

/** Aborts when the pod is deleted or replaced; with `terminating` already when its deletion has begun. */
export function whilePodLives(
  context: CniContext,
  request: PodRequest,
  outer: AbortSignal,
  { terminating }: { terminating: boolean },
): { readonly signal: AbortSignal; readonly close: () => void } {
  const key = podKey(request);
  const gone = new AbortController();
  const look = () => {
    const pod = context.stores.pods.get(key);
    if (pod && hasUid(pod, request.pod_uid) && !(terminating && pod.terminating)) return;
    gone.abort(stageFailure('get-pod', 'ERR_CNI_POD_NOT_FOUND', { pod: key }));
  };
  const close = context.stores.pods.onChange((change) => change.key === key && look());
  look();
  return { signal: AbortSignal.any([outer, gone.signal]), close };
}
