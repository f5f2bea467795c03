// The table of built-in resources. A new one is a line here; what a line does not say is the common case.
import { COLUMNS, nameAndAge } from './builtin-columns.ts';
import {
  fillInNamespace,
  fillInPod,
  fillInService,
  isNamespaceHeld,
  podGracePeriod,
  terminateNamespace,
  validateEvent,
  validateLease,
  validatePod,
} from './builtin-rules.ts';
import type { ResourceDefinition } from './resource-definition.ts';

type Extra = Partial<Omit<ResourceDefinition, 'group' | 'version' | 'plural' | 'kind' | 'builtin'>>;

const CLUSTER = { namespaced: false };
const WORKLOAD: Extra = { hasStatus: true, hasGeneration: true, categories: ['all'] };
const SCALABLE: Extra = {
  ...WORKLOAD,
  scale: { spec: ['spec', 'replicas'], status: ['status', 'replicas'], selector: ['spec', 'selector'] },
};

const EVENT_FIELDS = [
  'involvedObject.kind',
  'involvedObject.namespace',
  'involvedObject.name',
  'involvedObject.uid',
  'involvedObject.apiVersion',
  'involvedObject.resourceVersion',
  'involvedObject.fieldPath',
  'reason',
  'reportingComponent',
  'source',
  'type',
];

const POD_FIELDS = [
  'spec.nodeName',
  'spec.restartPolicy',
  'spec.schedulerName',
  'spec.serviceAccountName',
  'spec.hostNetwork',
  'status.phase',
  'status.podIP',
  'status.nominatedNodeName',
];

export const BUILTIN_RESOURCES: readonly ResourceDefinition[] = [
  define('', 'v1', 'Namespace', 'namespaces', ['ns'], {
    ...CLUSTER,
    hasStatus: true,
    selectableFields: ['status.phase'],
    fillIn: fillInNamespace,
    isHeld: isNamespaceHeld,
    whenDeleted: terminateNamespace,
  }),
  define('', 'v1', 'Node', 'nodes', ['no'], {
    ...CLUSTER,
    hasStatus: true,
    keepsStatusOnCreate: true,
    selectableFields: ['spec.unschedulable'],
  }),
  define('', 'v1', 'Pod', 'pods', ['po'], {
    hasStatus: true,
    hasGeneration: true,
    categories: ['all'],
    selectableFields: POD_FIELDS,
    returnsDeleted: true,
    fillIn: fillInPod,
    validate: validatePod,
    gracePeriod: podGracePeriod,
  }),
  define('', 'v1', 'Service', 'services', ['svc'], {
    hasStatus: true,
    categories: ['all'],
    returnsDeleted: true,
    selectableFields: ['spec.clusterIP', 'spec.type'],
    fillIn: fillInService,
  }),
  define('', 'v1', 'Endpoints', 'endpoints', ['ep'], { singular: 'endpoints', createsOnUpdate: true }),
  define('', 'v1', 'Event', 'events', ['ev'], {
    createsOnUpdate: true,
    selectableFields: EVENT_FIELDS,
    validate: validateEvent,
  }),
  define('', 'v1', 'ConfigMap', 'configmaps', ['cm']),
  define('', 'v1', 'Secret', 'secrets', [], { selectableFields: ['type'] }),
  define('', 'v1', 'ServiceAccount', 'serviceaccounts', ['sa'], { returnsDeleted: true }),
  define('apps', 'v1', 'Deployment', 'deployments', ['deploy'], SCALABLE),
  define('apps', 'v1', 'StatefulSet', 'statefulsets', ['sts'], SCALABLE),
  define('apps', 'v1', 'ReplicaSet', 'replicasets', ['rs'], SCALABLE),
  define('apps', 'v1', 'DaemonSet', 'daemonsets', ['ds'], WORKLOAD),
  define('apps', 'v1', 'ControllerRevision', 'controllerrevisions'),
  define('batch', 'v1', 'Job', 'jobs', [], WORKLOAD),
  define('batch', 'v1', 'CronJob', 'cronjobs', ['cj'], WORKLOAD),
  define('coordination.k8s.io', 'v1', 'Lease', 'leases', [], { createsOnUpdate: true, validate: validateLease }),
  define('discovery.k8s.io', 'v1', 'EndpointSlice', 'endpointslices', [], { hasGeneration: true }),
  define('events.k8s.io', 'v1', 'Event', 'events', ['ev']),
  define('networking.k8s.io', 'v1', 'NetworkPolicy', 'networkpolicies', ['netpol'], { hasGeneration: true }),
  define('networking.k8s.io', 'v1', 'ServiceCIDR', 'servicecidrs', [], { ...CLUSTER, hasStatus: true }),
  define('networking.k8s.io', 'v1', 'IPAddress', 'ipaddresses', ['ip'], CLUSTER),
  define('rbac.authorization.k8s.io', 'v1', 'ClusterRole', 'clusterroles', [], { ...CLUSTER, hasFreeNames: true }),
  define('rbac.authorization.k8s.io', 'v1', 'ClusterRoleBinding', 'clusterrolebindings', [], {
    ...CLUSTER,
    hasFreeNames: true,
  }),
  define('rbac.authorization.k8s.io', 'v1', 'Role', 'roles', [], { hasFreeNames: true }),
  define('rbac.authorization.k8s.io', 'v1', 'RoleBinding', 'rolebindings', [], { hasFreeNames: true }),
  define('policy', 'v1', 'PodDisruptionBudget', 'poddisruptionbudgets', ['pdb'], WORKLOAD),
  define('scheduling.k8s.io', 'v1', 'PriorityClass', 'priorityclasses', ['pc'], CLUSTER),
  define('networking.k8s.io', 'v1', 'Ingress', 'ingresses', ['ing'], WORKLOAD),
  define('networking.k8s.io', 'v1', 'IngressClass', 'ingressclasses', [], CLUSTER),
  define('certificates.k8s.io', 'v1', 'CertificateSigningRequest', 'certificatesigningrequests', ['csr'], {
    ...CLUSTER,
    hasStatus: true,
  }),
  define(
    'admissionregistration.k8s.io',
    'v1',
    'ValidatingWebhookConfiguration',
    'validatingwebhookconfigurations',
    [],
    CLUSTER,
  ),
  define(
    'admissionregistration.k8s.io',
    'v1',
    'MutatingWebhookConfiguration',
    'mutatingwebhookconfigurations',
    [],
    CLUSTER,
  ),
  define('apiextensions.k8s.io', 'v1', 'CustomResourceDefinition', 'customresourcedefinitions', ['crd', 'crds'], {
    ...CLUSTER,
    hasStatus: true,
    hasGeneration: true,
  }),
];

function define(
  group: string,
  version: string,
  kind: string,
  plural: string,
  shortNames: readonly string[] = [],
  extra: Extra = {},
): ResourceDefinition {
  return {
    group,
    version,
    kind,
    plural,
    singular: kind.toLowerCase(),
    listKind: `${kind}List`,
    shortNames,
    categories: [],
    namespaced: true,
    builtin: true,
    hasStatus: false,
    hasGeneration: false,
    selectableFields: [],
    columns: COLUMNS[kind] ?? nameAndAge,
    ...extra,
  };
}
