// What `kubectl get` shows of built-in kinds.

import { isJsonArray, isJsonObject, type Json, type JsonObject, jsonAt } from '../json/json.ts';
import { age } from '../read/age.ts';
import type { ApiObject } from '../store/api-object.ts';
import type { Column } from './resource-definition.ts';

type Cell = Column['cell'];

export const NAME = column('Name', (object) => object.metadata.name, { format: 'name' });
const AGE = column('Age', (object, now) => age(object.metadata.creationTimestamp, now));

export const nameAndAge: readonly Column[] = [NAME, AGE];

export const COLUMNS: Readonly<Record<string, readonly Column[]>> = {
  Pod: [
    NAME,
    column('Ready', readyContainers),
    column('Status', podStatus),
    column('Restarts', restarts, { type: 'integer' }),
    AGE,
    wide('IP', at('status.podIP')),
    wide('Node', at('spec.nodeName')),
    wide('Nominated Node', at('status.nominatedNodeName')),
    wide('Readiness Gates', () => '<none>'),
  ],
  Node: [
    NAME,
    column('Status', nodeStatus),
    column('Roles', nodeRoles),
    AGE,
    column('Version', at('status.nodeInfo.kubeletVersion', '')),
    wide('Internal-IP', (node) => nodeAddress(node, 'InternalIP')),
    wide('External-IP', (node) => nodeAddress(node, 'ExternalIP')),
    wide('OS-Image', at('status.nodeInfo.osImage', '<unknown>')),
    wide('Kernel-Version', at('status.nodeInfo.kernelVersion', '<unknown>')),
    wide('Container-Runtime', at('status.nodeInfo.containerRuntimeVersion', '<unknown>')),
  ],
  Namespace: [NAME, column('Status', at('status.phase')), AGE],
  Service: [
    NAME,
    column('Type', at('spec.type')),
    column('Cluster-IP', at('spec.clusterIP')),
    column('External-IP', externalIp),
    column('Port(s)', ports),
    AGE,
    wide('Selector', (service) => pairs(jsonAt(service, ['spec', 'selector']))),
  ],
  Event: [
    column('Last Seen', (event, now) => age(String(event.lastTimestamp ?? event.metadata.creationTimestamp), now)),
    column('Type', at('type')),
    column('Reason', at('reason')),
    column(
      'Object',
      (event) => `${text(event, 'involvedObject.kind', '').toLowerCase()}/${text(event, 'involvedObject.name', '')}`,
    ),
    column('Message', at('message', '')),
  ],
  ConfigMap: [NAME, column('Data', (map) => members(map.data) + members(map.binaryData), { type: 'integer' }), AGE],
  Secret: [
    NAME,
    column('Type', at('type')),
    column('Data', (secret) => members(secret.data), { type: 'integer' }),
    AGE,
  ],
  Deployment: [
    NAME,
    column('Ready', (workload) => `${count(workload, 'status.readyReplicas')}/${count(workload, 'spec.replicas')}`),
    column('Up-to-date', (workload) => count(workload, 'status.updatedReplicas'), { type: 'integer' }),
    column('Available', (workload) => count(workload, 'status.availableReplicas'), { type: 'integer' }),
    AGE,
  ],
  StatefulSet: [
    NAME,
    column('Ready', (workload) => `${count(workload, 'status.readyReplicas')}/${count(workload, 'spec.replicas')}`),
    AGE,
  ],
  ReplicaSet: [
    NAME,
    column('Desired', (workload) => count(workload, 'spec.replicas'), { type: 'integer' }),
    column('Current', (workload) => count(workload, 'status.replicas'), { type: 'integer' }),
    column('Ready', (workload) => count(workload, 'status.readyReplicas'), { type: 'integer' }),
    AGE,
  ],
  DaemonSet: [
    NAME,
    column('Desired', (workload) => count(workload, 'status.desiredNumberScheduled'), { type: 'integer' }),
    column('Current', (workload) => count(workload, 'status.currentNumberScheduled'), { type: 'integer' }),
    column('Ready', (workload) => count(workload, 'status.numberReady'), { type: 'integer' }),
    AGE,
  ],
  Lease: [NAME, column('Holder', at('spec.holderIdentity', '')), AGE],
  NetworkPolicy: [
    NAME,
    column('Pod-Selector', (policy) => pairs(jsonAt(policy, ['spec', 'podSelector', 'matchLabels']))),
    AGE,
  ],
  CustomResourceDefinition: [NAME, column('Created At', (crd) => crd.metadata.creationTimestamp, { type: 'date' })],
};

interface ColumnOptions {
  readonly type?: Column['type'];
  readonly format?: string;
}

function column(name: string, cell: Cell, { type = 'string', format = '' }: ColumnOptions = {}): Column {
  return { name, type, format, description: '', priority: 0, cell };
}

function wide(name: string, cell: Cell): Column {
  return { ...column(name, cell), priority: 1 };
}

function at(path: string, absent = '<none>'): Cell {
  return (object) => text(object, path, absent);
}

function text(object: ApiObject, path: string, absent: string): string {
  const value = jsonAt(object, path.split('.'));
  return value === undefined || value === null || value === '' ? absent : String(value);
}

function count(object: ApiObject, path: string): number {
  return Number(jsonAt(object, path.split('.')) ?? 0);
}

function members(value: Json | undefined): number {
  return isJsonObject(value) ? Object.keys(value).length : 0;
}

function pairs(value: Json | undefined): string {
  if (!isJsonObject(value) || members(value) === 0) return '<none>';
  return Object.entries(value)
    .map(([key, member]) => `${key}=${member}`)
    .join(',');
}

function list(object: ApiObject, path: string): readonly JsonObject[] {
  const value = jsonAt(object, path.split('.'));
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}

function readyContainers(pod: ApiObject): string {
  const ready = list(pod, 'status.containerStatuses').filter((status) => status.ready === true).length;
  return `${ready}/${list(pod, 'spec.containers').length}`;
}

function podStatus(pod: ApiObject): string {
  if (pod.metadata.deletionTimestamp) return 'Terminating';
  const waiting = list(pod, 'status.containerStatuses')
    .map((status) => jsonAt(status, ['state', 'waiting', 'reason']))
    .find((reason) => typeof reason === 'string');
  return String(jsonAt(pod, ['status', 'reason']) ?? waiting ?? text(pod, 'status.phase', 'Unknown'));
}

function restarts(pod: ApiObject): number {
  return list(pod, 'status.containerStatuses').reduce((sum, status) => sum + Number(status.restartCount ?? 0), 0);
}

function nodeStatus(node: ApiObject): string {
  const ready = list(node, 'status.conditions').find((condition) => condition.type === 'Ready')?.status;
  const word = ready === 'True' ? 'Ready' : ready === undefined ? 'Unknown' : 'NotReady';
  return jsonAt(node, ['spec', 'unschedulable']) === true ? `${word},SchedulingDisabled` : word;
}

const ROLE_PREFIX = 'node-role.kubernetes.io/';

function nodeRoles({ metadata: { labels = {} } }: ApiObject): string {
  const roles = Object.keys(labels).filter((label) => label.startsWith(ROLE_PREFIX));
  return roles.length === 0
    ? '<none>'
    : roles
        .map((label) => label.slice(ROLE_PREFIX.length))
        .sort()
        .join(',');
}

function nodeAddress(node: ApiObject, type: string): string {
  return String(list(node, 'status.addresses').find((address) => address.type === type)?.address ?? '<none>');
}

function externalIp(service: ApiObject): string {
  const ingress = list(service, 'status.loadBalancer.ingress').map((item) => item.ip ?? item.hostname);
  const external = jsonAt(service, ['spec', 'externalIPs']);
  const all = [...ingress, ...(isJsonArray(external) ? external : [])];
  if (all.length > 0) return all.join(',');
  return jsonAt(service, ['spec', 'type']) === 'LoadBalancer' ? '<pending>' : '<none>';
}

function ports(service: ApiObject): string {
  const shown = list(service, 'spec.ports').map(({ port, nodePort, protocol = 'TCP' }) =>
    nodePort ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`,
  );
  return shown.length === 0 ? '<none>' : shown.join(',');
}
