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
      nodeName: shared(spec?.nodeName),
      hostNetwork: spec?.hostNetwork,
      restartPolicy: shared(spec?.restartPolicy),
      terminationGracePeriodSeconds: spec?.terminationGracePeriodSeconds,
    },
    status: { phase: shared(status?.phase), reason: shared(status?.reason) },
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
  if (Array.isArray(metadata.finalizers)) metadata.finalizers = metadata.finalizers.map(shared);
  if (metadata.labels !== undefined) metadata.labels = sharedValues(metadata.labels);
  return { ...raw, apiVersion: shared(raw.apiVersion), kind: shared(raw.kind), metadata } as CustomObject;
}

/** Metadata without managed fields and without labels and annotations of others. */
function trimMeta(metadata: ObjectMeta): ObjectMeta {
  return {
    name: metadata.name,
    namespace: shared(metadata.namespace),
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
  return kept.length === 0 ? undefined : sharedValues(Object.fromEntries(kept));
}

/** Names of subnets, nodes and the like: JSON.parse makes a text of its own for each of ten thousand objects. */
const texts = new Map<string, string>();
const MAX_TEXTS = 4096;
const MAX_LENGTH = 64;

function shared<T extends string | undefined>(text: T): T {
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return text;
  const known = texts.get(text);
  if (known !== undefined) return known as T;
  // Texts that occur once would fill the table; the common ones are soon in it again.
  if (texts.size >= MAX_TEXTS) texts.clear();
  texts.set(text, text);
  return text;
}

function sharedValues(record: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, UNIQUE.test(key) ? value : shared(value)]),
  );
}

const UNIQUE = /(ip|mac)_address$/;
