// Makes a real API server know our kinds.

import { crdManifests } from '@kube-ovn/crds';
import type { KubeClient, KubeObject, ResourceRef } from '@kube-ovn/kube';
import { waitFor } from '../ovn/wait-for.ts';

const CRDS: ResourceRef = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  namespaced: false,
};

/** Resolves when the server answers for each of `kinds`. Definitions that are there already stay. */
export async function installCrds(client: KubeClient, kinds: Iterable<ResourceRef>): Promise<void> {
  for (const crd of crdManifests()) {
    const made = await client.create(CRDS, crd as unknown as KubeObject);
    if (!made.ok && made.error.status !== 409) throw made.error;
  }
  for (const ref of kinds) {
    await waitFor(`API of ${ref.kind}`, async () => (await client.list(ref, { limit: 1 })).ok);
  }
}
