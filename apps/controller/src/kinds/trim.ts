// What is kept of each object of the API server.

import type { KubeObject, ObjectMeta } from '@kube-ovn/kube';
import type {
  CustomObject,
  DeploymentObject,
  NamespaceObject,
  NodeObject,
  PodObject,
  StatefulSetObject,
} from './objects.ts';

interface RawPod extends KubeObject {
  readonly spec?: PodObject['spec'] & Record<string, unknown>;
  readonly status?: { readonly phase?: string; readonly reason?: string };
}

export function trimPod(raw: KubeObject): PodObject {
  const { spec, status } = raw as RawPod;
  return {
    metadata: trimMeta(raw.metadata),
    spec: {
      nodeName: spec?.nodeName,
      hostNetwork: spec?.hostNetwork,
      restartPolicy: spec?.restartPolicy,
      terminationGracePeriodSeconds: spec?.terminationGracePeriodSeconds,
    },
    status: { phase: status?.phase, reason: status?.reason },
  };
}

interface RawNode extends KubeObject {
  readonly status?: {
    readonly addresses?: readonly { readonly type: string; readonly address: string }[];
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

export function trimNode(raw: KubeObject): NodeObject {
  const { status } = raw as RawNode;
  const condition = (type: string) => status?.conditions?.find((entry) => entry.type === type)?.status;
  return {
    metadata: { ...trimMeta(raw.metadata), labels: raw.metadata.labels },
    internalIps: (status?.addresses ?? []).filter((entry) => entry.type === 'InternalIP').map((entry) => entry.address),
    ready: condition('Ready') === 'True' && condition('NetworkUnavailable') !== 'True',
  };
}

export function trimNamespace(raw: KubeObject): NamespaceObject {
  return { metadata: { ...trimMeta(raw.metadata), labels: raw.metadata.labels } };
}

interface RawStatefulSet extends KubeObject {
  readonly spec?: {
    readonly replicas?: number;
    readonly ordinals?: { readonly start?: number };
    readonly template?: { readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> } };
  };
}

export function trimStatefulSet(raw: KubeObject): StatefulSetObject {
  const { spec } = raw as RawStatefulSet;
  return {
    metadata: trimMeta(raw.metadata),
    spec: {
      replicas: spec?.replicas ?? 1,
      startOrdinal: spec?.ordinals?.start ?? 0,
      templateAnnotations: networkAnnotations(spec?.template?.metadata?.annotations) ?? {},
    },
  };
}

export function trimDeployment(raw: KubeObject): DeploymentObject {
  const { spec } = raw as RawStatefulSet;
  return {
    metadata: trimMeta(raw.metadata),
    spec: { templateAnnotations: networkAnnotations(spec?.template?.metadata?.annotations) ?? {} },
  };
}

export function trimCustom(raw: KubeObject): CustomObject {
  const { managedFields: _, ...metadata } = raw.metadata as ObjectMeta & { managedFields?: unknown };
  return { ...raw, metadata } as CustomObject;
}

/** Metadata without managed fields and without labels and annotations of others. */
function trimMeta(metadata: ObjectMeta): ObjectMeta {
  return {
    name: metadata.name,
    namespace: metadata.namespace,
    uid: metadata.uid,
    resourceVersion: metadata.resourceVersion,
    creationTimestamp: metadata.creationTimestamp,
    deletionTimestamp: metadata.deletionTimestamp,
    deletionGracePeriodSeconds: metadata.deletionGracePeriodSeconds,
    annotations: networkAnnotations(metadata.annotations),
    ownerReferences: metadata.ownerReferences?.map(({ apiVersion, kind, name, uid, controller }) => ({
      apiVersion,
      kind,
      name,
      uid,
      controller,
    })),
  };
}

/** Template keys are `<provider>.kubernetes.io/<name>`: every network annotation has this domain in its prefix. */
function networkAnnotations(
  annotations: Readonly<Record<string, string>> | undefined,
): Record<string, string> | undefined {
  if (annotations === undefined) return undefined;
  const kept = Object.entries(annotations).filter(
    ([key]) => key.includes('.kubernetes.io/') && !key.startsWith('kubectl.'),
  );
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
