// Which lists of the built-in kinds merge by a key. Strategic merge patch and server-side apply share this knowledge.
// Named by the last steps of the path, because the same lists occur in pods and in every pod template.

/** Undefined: the list is replaced as a whole. An empty list of keys: a set of scalars. */
export function mergeKeysOf(path: readonly string[]): readonly string[] | undefined {
  const name = path.at(-1) ?? '';
  return KEYS[`${path.at(-2)}.${name}`] ?? KEYS[name];
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
  containers: ['name'],
  initContainers: ['name'],
  ephemeralContainers: ['name'],
  env: ['name'],
  volumeMounts: ['mountPath'],
  volumeDevices: ['devicePath'],
  'containers.ports': ['containerPort'],
  'initContainers.ports': ['containerPort'],
  'secrets.secrets': ['name'],
};
