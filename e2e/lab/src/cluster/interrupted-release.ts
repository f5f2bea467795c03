// A Helm that was killed leaves its release "in progress", and every later Helm refuses. What it wrote about that attempt is
// removed; the objects it made stay and are taken over, for they carry the name of the release.

import type { KubeClient } from '@kube-ovn/kube';
import { answered } from './client.ts';
import { RELEASE } from './helm.ts';
import { SECRETS } from './resources.ts';

const NAMESPACE = 'kube-system';
const PENDING = 'status in (pending-install,pending-upgrade,pending-rollback)';

export async function forgetInterruptedRelease(client: KubeClient): Promise<void> {
  const labelSelector = `owner=helm,name=${RELEASE},${PENDING}`;
  const { items } = await answered('releases', client.list(SECRETS, { namespace: NAMESPACE, labelSelector }));
  for (const { metadata } of items) await answered('release', client.delete(SECRETS, metadata.name, NAMESPACE));
}
