// What the daemon keeps of a pod: identity, the annotations about its networks, and nothing else (memory grows with pods).

import type { KubeObject } from '@kube-ovn/kube';

export interface PodRecord {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly resourceVersion?: string;
  };
  /** Uid by which kubelet knows a static pod; the object is only its mirror, with a uid of its own. */
  readonly staticUid?: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly hostNetwork: boolean;
  readonly terminating: boolean;
  /** Phase Succeeded or Failed: its sandbox may be gone at any time. */
  readonly finished: boolean;
}

const STATIC_UID = 'kubernetes.io/config.hash';
const MIGRATION_JOB = 'kubevirt.io/migrationJobName';
const OF_NETWORK = /\.kubernetes\.io\/[a-z0-9_-]+$/;
/** Of other programs, and large. */
const FOREIGN = /^(kubectl|cni\.projectcalico|container|seccomp\.security|deployment)\b/;

export function podRecord(raw: KubeObject): PodRecord {
  const { name, namespace = '', uid = '', resourceVersion, deletionTimestamp, annotations = {} } = raw.metadata;
  const { hostNetwork } = (raw.spec ?? {}) as { hostNetwork?: boolean };
  const { phase } = (raw.status ?? {}) as { phase?: string };
  return {
    metadata: { name, namespace, uid, resourceVersion },
    staticUid: annotations[STATIC_UID],
    annotations: Object.fromEntries(Object.entries(annotations).filter(([key]) => isNeeded(key))),
    hostNetwork: hostNetwork === true,
    terminating: deletionTimestamp !== undefined,
    finished: phase === 'Succeeded' || phase === 'Failed',
  };
}

/** A request without a uid (an old runtime) fits any pod of the name. */
export function hasUid(pod: PodRecord, uid: string): boolean {
  return uid === '' || uid === pod.metadata.uid || uid === pod.staticUid;
}

function isNeeded(key: string): boolean {
  return key === MIGRATION_JOB || (OF_NETWORK.test(key) && !FOREIGN.test(key));
}

export function isMigrationTarget(pod: PodRecord): boolean {
  return pod.annotations[MIGRATION_JOB] !== undefined;
}
