// Discovery documents, made from what is installed at the moment of the question.
import type { JsonObject } from '../json/json.ts';
import type { Storage } from '../store/storage.ts';
import { apiVersionOf, type ResourceDefinition } from './resource-definition.ts';
import { REVIEWS } from './reviews.ts';

export function discoveryDocument(storage: Storage, path: string): JsonObject | undefined {
  const [root, group, version, ...rest] = path.split('/').filter((step) => step !== '');
  if (rest.length > 0) return undefined;
  if (root === 'api') {
    if (group === undefined) return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] };
    return group === 'v1' && version === undefined ? resourceList(storage, '', 'v1') : undefined;
  }
  if (root !== 'apis') return undefined;
  if (group === undefined) return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups(storage) };
  if (version !== undefined) return resourceList(storage, group, version);
  const found = groups(storage).find(({ name }) => name === group);
  return found && { kind: 'APIGroup', apiVersion: 'v1', ...found };
}

export function groupVersions(storage: Storage): readonly { group: string; version: string }[] {
  const seen = new Map<string, { group: string; version: string }>();
  for (const { group, version } of [...definitions(storage), ...REVIEWS]) {
    seen.set(apiVersionOf({ group, version }), { group, version });
  }
  return [...seen.values()];
}

function groups(storage: Storage): JsonObject[] {
  const named = groupVersions(storage).filter(({ group }) => group !== '');
  return named.map(({ group, version }) => {
    const entry = { groupVersion: apiVersionOf({ group, version }), version };
    return { name: group, versions: [entry], preferredVersion: entry };
  });
}

function resourceList(storage: Storage, group: string, version: string): JsonObject | undefined {
  const own = definitions(storage).filter((definition) => definition.group === group && definition.version === version);
  const reviews = REVIEWS.filter((review) => review.group === group && review.version === version);
  if (own.length + reviews.length === 0) return undefined;
  const resources = [
    ...own.flatMap(resourceEntries),
    ...reviews.map(({ plural, kind }) => ({
      name: plural,
      singularName: kind.toLowerCase(),
      namespaced: false,
      kind,
      verbs: ['create'],
    })),
  ];
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: apiVersionOf({ group, version }), resources };
}

const ALL_VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
const PART_VERBS = ['get', 'patch', 'update'];

function resourceEntries(definition: ResourceDefinition): JsonObject[] {
  const { plural, singular, kind, namespaced, shortNames, categories, hasStatus, scale } = definition;
  const part = (name: string, partKind: string, more: JsonObject = {}) => ({
    name: `${plural}/${name}`,
    singularName: '',
    namespaced,
    kind: partKind,
    verbs: PART_VERBS,
    ...more,
  });
  return [
    { name: plural, singularName: singular, namespaced, kind, verbs: ALL_VERBS, shortNames, categories },
    ...(hasStatus ? [part('status', kind)] : []),
    ...(scale ? [part('scale', 'Scale', { group: 'autoscaling', version: 'v1' })] : []),
    ...(kind === 'Pod' ? [{ ...part('binding', 'Binding'), verbs: ['create'] }] : []),
    ...(kind === 'Pod'
      ? [{ ...part('eviction', 'Eviction', { group: 'policy', version: 'v1' }), verbs: ['create'] }]
      : []),
  ];
}

function definitions(storage: Storage): readonly ResourceDefinition[] {
  return [...storage.collections()].map(({ definition }) => definition);
}
