// Which lists merge by a key. Strategic merge patch and server-side apply share this knowledge: for built-in kinds it is
// the table below, for custom resources their schema says it.
import { memberSchema, type Schema } from '../schema/schema.ts';

/** Undefined: the list is replaced as a whole. An empty list of keys: a set of scalars. */
export type ListKeys = (path: readonly string[]) => readonly string[] | undefined;

export function listKeysFor(schema: Schema | undefined): ListKeys {
  if (!schema) return builtinListKeys;
  return (path) => (path[0] === 'metadata' ? builtinListKeys(path) : declaredKeys(schema, path));
}

/** By the last steps of the path, because the same lists occur in pods and in every pod template. */
export function builtinListKeys(path: readonly string[]): readonly string[] | undefined {
  const name = path.at(-1) ?? '';
  return KEYS[`${path.at(-2)}.${name}`] ?? KEYS[name];
}

function declaredKeys(root: Schema, path: readonly string[]): readonly string[] | undefined {
  let schema: Schema | undefined = root;
  for (const name of path) {
    // Items of a list share the path of the list.
    while (schema?.items) schema = schema.items;
    schema = schema && memberSchema(schema, name);
  }
  if (schema?.['x-kubernetes-list-type'] === 'set') return [];
  return schema?.['x-kubernetes-list-type'] === 'map' ? schema['x-kubernetes-list-map-keys'] : undefined;
}

const KEYS: Readonly<Record<string, readonly string[]>> = {
  'metadata.finalizers': [],
  'metadata.ownerReferences': ['uid'],
  'status.addresses': ['type'],
  'status.conditions': ['type'],
  'status.podIPs': ['ip'],
  'status.hostIPs': ['ip'],
  'spec.podCIDRs': [],
  'spec.volumes': ['name'],
  'spec.imagePullSecrets': ['name'],
  'spec.hostAliases': ['ip'],
  'spec.taints': ['key'],
  'spec.topologySpreadConstraints': ['topologyKey'],
  'spec.ports': ['port'],
  'containers.ports': ['containerPort'],
  'initContainers.ports': ['containerPort'],
  containers: ['name'],
  initContainers: ['name'],
  ephemeralContainers: ['name'],
  env: ['name'],
  volumeMounts: ['mountPath'],
  volumeDevices: ['devicePath'],
};
