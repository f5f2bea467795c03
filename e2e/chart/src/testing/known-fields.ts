// table: the fields of the Kubernetes objects that the chart renders, for a strict check without an API server. The lab's API
// server has the last word (strict.test.ts).

import type { KubeObject } from '@kube-ovn/kube';

/** A field list; `*` allows any key; a list of objects is described like one object. */
interface Fields {
  readonly [name: string]: Fields | true;
}

const META: Fields = { name: true, namespace: true, labels: { '*': true }, annotations: { '*': true } };
const PROBE: Fields = {
  exec: { command: true },
  httpGet: { path: true, port: true, scheme: true, host: true },
  initialDelaySeconds: true,
  periodSeconds: true,
  timeoutSeconds: true,
  failureThreshold: true,
  successThreshold: true,
};
const CONTAINER: Fields = {
  name: true,
  image: true,
  imagePullPolicy: true,
  command: true,
  args: true,
  env: { name: true, value: true, valueFrom: { fieldRef: { fieldPath: true } } },
  ports: { name: true, containerPort: true, protocol: true },
  readinessProbe: PROBE,
  livenessProbe: PROBE,
  startupProbe: PROBE,
  resources: { requests: { '*': true }, limits: { '*': true } },
  securityContext: {
    runAsUser: true,
    runAsGroup: true,
    runAsNonRoot: true,
    privileged: true,
    allowPrivilegeEscalation: true,
    readOnlyRootFilesystem: true,
    capabilities: { add: true, drop: true },
  },
  volumeMounts: { name: true, mountPath: true, readOnly: true, mountPropagation: true },
};
const EXPRESSIONS: Fields = { matchExpressions: { key: true, operator: true, values: true } };
const POD_SPEC: Fields = {
  serviceAccountName: true,
  automountServiceAccountToken: true,
  priorityClassName: true,
  hostNetwork: true,
  hostPID: true,
  dnsPolicy: true,
  restartPolicy: true,
  activeDeadlineSeconds: true,
  terminationGracePeriodSeconds: true,
  nodeSelector: { '*': true },
  tolerations: { key: true, operator: true, value: true, effect: true },
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: EXPRESSIONS },
      preferredDuringSchedulingIgnoredDuringExecution: { weight: true, preference: EXPRESSIONS },
    },
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        labelSelector: { matchLabels: { '*': true } },
        topologyKey: true,
      },
    },
  },
  securityContext: { runAsUser: true, runAsGroup: true, runAsNonRoot: true, seccompProfile: { type: true } },
  initContainers: CONTAINER,
  containers: CONTAINER,
  volumes: {
    name: true,
    hostPath: { path: true, type: true },
    emptyDir: { medium: true, sizeLimit: true },
    secret: { secretName: true, optional: true },
  },
};
const TEMPLATE: Fields = { metadata: META, spec: POD_SPEC };
const SELECTOR: Fields = { matchLabels: { '*': true } };
const ROLLING: Fields = { type: true, rollingUpdate: { maxSurge: true, maxUnavailable: true } };
const RULES: Fields = { apiGroups: true, resources: true, resourceNames: true, verbs: true };
const BINDING: Fields = {
  roleRef: { apiGroup: true, kind: true, name: true },
  subjects: { kind: true, name: true, namespace: true },
};

const KINDS: Readonly<Record<string, Fields>> = {
  'apps/v1 Deployment': { spec: { replicas: true, strategy: ROLLING, selector: SELECTOR, template: TEMPLATE } },
  'apps/v1 DaemonSet': { spec: { updateStrategy: ROLLING, selector: SELECTOR, template: TEMPLATE } },
  'batch/v1 Job': { spec: { backoffLimit: true, activeDeadlineSeconds: true, template: TEMPLATE } },
  'v1 Pod': { spec: POD_SPEC },
  'v1 Service': {
    spec: {
      type: true,
      ipFamilyPolicy: true,
      selector: { '*': true },
      ports: { name: true, protocol: true, port: true, targetPort: true },
    },
  },
  'v1 ServiceAccount': { automountServiceAccountToken: true, imagePullSecrets: { name: true } },
  'v1 ConfigMap': { data: { '*': true } },
  'rbac.authorization.k8s.io/v1 ClusterRole': { rules: RULES },
  'rbac.authorization.k8s.io/v1 Role': { rules: RULES },
  'rbac.authorization.k8s.io/v1 ClusterRoleBinding': BINDING,
  'rbac.authorization.k8s.io/v1 RoleBinding': BINDING,
  // Checked by packages/crds.
  'apiextensions.k8s.io/v1 CustomResourceDefinition': { spec: true },
};

export function unknownFields(object: KubeObject): string[] {
  const kind = `${object.apiVersion} ${object.kind}`;
  const fields = KINDS[kind];
  if (!fields) return [`${kind} is not known here`];
  const whole: Fields = { apiVersion: true, kind: true, metadata: META, ...fields };
  return unknown(object, whole, `${object.kind}/${object.metadata.name}`);
}

function unknown(value: unknown, fields: Fields | true, path: string): string[] {
  if (value === null) return [`${path} is null`];
  if (fields === true || typeof value !== 'object') return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => unknown(item, fields, `${path}[${index}]`));
  return Object.entries(value).flatMap(([key, item]) => {
    const field = fields[key] ?? fields['*'];
    return field === undefined ? [`${path}.${key}`] : unknown(item, field, `${path}.${key}`);
  });
}
