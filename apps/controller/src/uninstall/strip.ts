// Patches that take our marks off an object; undefined when there are none.

import { DEPRECATED_FINALIZER, FINALIZER } from '@kube-ovn/crds';
import type { KubeObject } from '@kube-ovn/kube';

export function withoutFinalizers({ metadata }: KubeObject): object | undefined {
  const finalizers = metadata.finalizers ?? [];
  const left = finalizers.filter((name) => name !== FINALIZER && name !== DEPRECATED_FINALIZER);
  // The version makes the server refuse when somebody else has changed the list meanwhile.
  const { resourceVersion } = metadata;
  return left.length === finalizers.length ? undefined : { metadata: { resourceVersion, finalizers: left } };
}

export function withoutAnnotations({ metadata }: KubeObject, keys: ReadonlySet<string>): object | undefined {
  const ours = Object.keys(metadata.annotations ?? {}).filter((key) => keys.has(key));
  if (ours.length === 0) return undefined;
  return { metadata: { annotations: Object.fromEntries(ours.map((key) => [key, null])) } };
}
