// What the real server adds to or refuses of built-in kinds, as far as a network controller can tell the difference.

import { type Cause, invalidValue } from '../failure.ts';
import { equalJson, isJsonArray, isJsonObject, type Json, type JsonObject, jsonAt, withJsonAt } from '../json/json.ts';
import type { ApiObject } from '../store/api-object.ts';
import type { FillInContext } from './resource-definition.ts';

const DEFAULT_GRACE_SECONDS = 30;

export function fillInNamespace(object: JsonObject): JsonObject {
  const { name, labels } = object.metadata as JsonObject;
  const given = isJsonObject(labels) ? labels : {};
  return {
    metadata: { ...(object.metadata as JsonObject), labels: { ...given, 'kubernetes.io/metadata.name': name } },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  };
}

/** Its content; the finalize subresource or the namespace lifecycle empties the list. */
export function isNamespaceHeld(namespace: ApiObject): boolean {
  const finalizers = jsonAt(namespace, ['spec', 'finalizers']);
  return isJsonArray(finalizers) && finalizers.length > 0;
}

export function terminateNamespace(namespace: ApiObject): ApiObject {
  return withJsonAt(namespace, ['status', 'phase'], 'Terminating') as ApiObject;
}

export function fillInPod(object: JsonObject): JsonObject {
  const spec = isJsonObject(object.spec) ? object.spec : {};
  return {
    spec: {
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: DEFAULT_GRACE_SECONDS,
      dnsPolicy: 'ClusterFirst',
      serviceAccountName: 'default',
      schedulerName: 'default-scheduler',
      ...spec,
    },
    status: { phase: 'Pending' },
  };
}

export function validatePod(object: ApiObject, before: ApiObject | undefined): readonly Cause[] {
  const containers = jsonAt(object, ['spec', 'containers']);
  if (!isJsonArray(containers) || containers.length === 0) {
    return [{ reason: 'FieldValueRequired', message: 'Required value', field: 'spec.containers' }];
  }
  if (!before || equalJson(fixedPart(before), fixedPart(object))) return [];
  const message =
    'Forbidden: pod updates may not change fields other than images, tolerations (only additions) and times';
  return [{ reason: 'FieldValueForbidden', message, field: 'spec' }];
}

/** A node is given by binding only, which does not come this way. */
function fixedPart(pod: ApiObject): Json {
  const spec = isJsonObject(pod.spec) ? pod.spec : {};
  const {
    tolerations: _t,
    activeDeadlineSeconds: _a,
    schedulingGates: _g,
    terminationGracePeriodSeconds: _s,
    ...fixed
  } = spec;
  return { ...fixed, containers: withoutImages(spec.containers), initContainers: withoutImages(spec.initContainers) };
}

function withoutImages(containers: Json | undefined): Json {
  if (!isJsonArray(containers)) return [];
  return containers.map((container) => (isJsonObject(container) ? { ...container, image: '' } : container));
}

export function validateLease(object: ApiObject): readonly Cause[] {
  const seconds = jsonAt(object, ['spec', 'leaseDurationSeconds']);
  if (typeof seconds !== 'number' || seconds > 0) return [];
  return [invalidValue('spec.leaseDurationSeconds', seconds, 'must be greater than 0')];
}

/** Events about cluster-wide objects live in `default`. */
export function validateEvent({ metadata, involvedObject }: ApiObject): readonly Cause[] {
  const about = jsonAt(involvedObject as Json, ['namespace']);
  const allowed = about === undefined || about === '' ? ['default', 'kube-system'] : [about];
  if (allowed.includes(metadata.namespace ?? '')) return [];
  return [invalidValue('involvedObject.namespace', about, 'does not match event.namespace')];
}

/** Unscheduled and finished pods go at once; all others live until the kubelet deletes them with grace 0. */
export function podGracePeriod(pod: ApiObject, requested: number | undefined): number {
  const phase = jsonAt(pod, ['status', 'phase']);
  if (!jsonAt(pod, ['spec', 'nodeName']) || phase === 'Succeeded' || phase === 'Failed') return 0;
  if (requested !== undefined) return requested < 0 ? 1 : requested;
  const own = jsonAt(pod, ['spec', 'terminationGracePeriodSeconds']);
  return typeof own === 'number' ? own : DEFAULT_GRACE_SECONDS;
}

export function fillInService(object: JsonObject, { allocateClusterIp }: FillInContext): JsonObject {
  const spec = isJsonObject(object.spec) ? object.spec : {};
  const type = spec.type ?? 'ClusterIP';
  const common = { sessionAffinity: 'None', ...spec, type };
  if (type === 'ExternalName') return { spec: common, status: { loadBalancer: {} } };
  const clusterIPs = clusterIpsOf(spec, allocateClusterIp);
  const families = clusterIPs.map((ip) => (ip.includes(':') ? 'IPv6' : 'IPv4'));
  return {
    spec: {
      ...common,
      clusterIP: clusterIPs[0],
      clusterIPs,
      ipFamilies: spec.ipFamilies ?? (clusterIPs[0] === 'None' ? ['IPv4'] : families),
      ipFamilyPolicy: spec.ipFamilyPolicy ?? (clusterIPs.length > 1 ? 'RequireDualStack' : 'SingleStack'),
      internalTrafficPolicy: spec.internalTrafficPolicy ?? 'Cluster',
    },
    status: { loadBalancer: {} },
  };
}

function clusterIpsOf(spec: JsonObject, allocate: FillInContext['allocateClusterIp']): readonly string[] {
  if (isJsonArray(spec.clusterIPs) && spec.clusterIPs.length > 0) return spec.clusterIPs.map(String);
  if (typeof spec.clusterIP === 'string' && spec.clusterIP !== '') return [spec.clusterIP];
  const asked = isJsonArray(spec.ipFamilies) ? spec.ipFamilies : [];
  const dual = spec.ipFamilyPolicy === 'PreferDualStack' || spec.ipFamilyPolicy === 'RequireDualStack';
  const first = asked[0] === 'IPv6' ? 'IPv6' : 'IPv4';
  const wanted = dual || asked.length > 1 ? ([first, first === 'IPv4' ? 'IPv6' : 'IPv4'] as const) : ([first] as const);
  const given = wanted.flatMap((family) => allocate(family) ?? []);
  // A cluster of the other family only: an unspecific request gets what there is.
  return given.length > 0 || asked.length > 0 ? given : [allocate('IPv6') ?? []].flat();
}
