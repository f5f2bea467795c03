// What all parts of the contract share: a client, a fresh namespace, and a custom resource made for it.
import type { JsonObject } from '../json/json.ts';
import { at, ContractClient, type ContractServer, randomName } from './contract-client.ts';

/** Of this run: another run’s resource may still be on its way out. */
export const GROUP = `${randomName('g')}.example.com`;

export interface World {
  readonly client: ContractClient;
  readonly namespace: string;
  readonly configMaps: string;
  readonly pods: string;
  readonly deployments: string;
  readonly leases: string;
  readonly events: string;
  /** Widgets: namespaced, with schema, status, defaults and printer columns. */
  readonly widgets: string;
}

export async function openWorld(server: ContractServer): Promise<World> {
  const client = new ContractClient(server);
  const namespace = randomName('contract');
  await must(client.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }));
  await installCrd(client, WIDGET_CRD);
  const serviceAccounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  // A real server admits no pod before this exists, and without a controller manager nobody else makes it.
  await client.post(serviceAccounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } });
  return {
    client,
    namespace,
    configMaps: `/api/v1/namespaces/${namespace}/configmaps`,
    pods: `/api/v1/namespaces/${namespace}/pods`,
    deployments: `/apis/apps/v1/namespaces/${namespace}/deployments`,
    leases: `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`,
    events: `/api/v1/namespaces/${namespace}/events`,
    widgets: `/apis/${GROUP}/v1/namespaces/${namespace}/widgets`,
  };
}

export async function closeWorld({ client, namespace, pods, widgets }: World): Promise<void> {
  await client.delete(`${widgets}`);
  await client.delete(`${pods}?gracePeriodSeconds=0`);
  await client.delete(`/api/v1/namespaces/${namespace}`);
  await client.delete(`${CRDS}/widgets.${GROUP}`);
  client.close();
}

export function widget(name: string, more: JsonObject = {}): JsonObject {
  return { apiVersion: `${GROUP}/v1`, kind: 'Widget', metadata: { name }, spec: { size: 1 }, ...more };
}

export function configMap(name: string, labels: Record<string, string> = {}): JsonObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels }, data: { key: 'value' } };
}

export function pod(name: string, spec: JsonObject = {}, labels: Record<string, string> = {}): JsonObject {
  const containers = [{ name: 'main', image: 'registry.example.com/pause' }];
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, labels }, spec: { containers, ...spec } };
}

async function must(reply: ReturnType<ContractClient['post']>): Promise<void> {
  const { status, body } = await reply;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
}

/** One that exists already is left as it is. */
export async function installCrd(client: ContractClient, crd: JsonObject): Promise<void> {
  await client.post(CRDS, crd);
  const [group, plural] = [at(crd, 'spec.group'), at(crd, 'spec.names.plural')];
  // A real server needs a moment until the new resource is served.
  while (!(await isServed(client, `/apis/${group}/v1`, String(plural)))) await new Promise(setImmediate);
}

async function isServed(client: ContractClient, group: string, plural: string): Promise<boolean> {
  const { status } = await client.get(`${group}/${plural}?limit=1`);
  const resources = at((await client.get(group)).body, 'resources') as { name: string }[] | undefined;
  return status === 200 && resources?.some(({ name }) => name === plural) === true;
}

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

const WIDGET_CRD: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `widgets.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { kind: 'Widget', listKind: 'WidgetList', plural: 'widgets', singular: 'widget', shortNames: ['wd'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        additionalPrinterColumns: [
          { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
          { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
          { name: 'Colour', type: 'string', jsonPath: '.spec.colour', priority: 1 },
          { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
        ],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            required: ['spec'],
            properties: {
              spec: {
                type: 'object',
                required: ['size'],
                properties: {
                  size: { type: 'integer', minimum: 0, maximum: 100 },
                  colour: { type: 'string', enum: ['red', 'blue'], default: 'red' },
                  code: { type: 'string', pattern: '^[a-z]+$' },
                  fixed: {
                    type: 'string',
                    'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'is immutable' }],
                  },
                  tags: { type: 'array', items: { type: 'string' } },
                  extra: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                  options: { type: 'object', properties: { deep: { type: 'boolean', default: true } } },
                  ports: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['name'],
                    items: {
                      type: 'object',
                      required: ['name'],
                      properties: { name: { type: 'string' }, port: { type: 'integer' } },
                    },
                  },
                },
              },
              status: {
                type: 'object',
                properties: {
                  phase: { type: 'string' },
                  conditions: {
                    type: 'array',
                    items: { type: 'object', properties: { type: { type: 'string' }, status: { type: 'string' } } },
                  },
                },
              },
            },
          },
        },
      },
    ],
  },
};
