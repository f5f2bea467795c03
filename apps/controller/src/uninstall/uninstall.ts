// The steps of an uninstallation. Every wait has an end and every step can be repeated: it must come through also when nodes
// or ovn-central are gone.

import { ANNOTATIONS } from '@kube-ovn/crds';
import type { KubeClient, KubeObject, ResourceRef } from '@kube-ovn/kube';
import { WATCHED } from '../kinds/registry.ts';
import type { UninstallConfig } from './config.ts';
import { listAll } from './list-all.ts';
import { withoutAnnotations, withoutFinalizers } from './strip.ts';
import { type Notes, waitFor } from './wait-for.ts';

/** Programs that would write again what is taken away here. */
const WRITERS = ['kube-ovn-controller', 'kube-ovn-cni'];

const PODS = WATCHED.Pod.ref;
const SECRETS: ResourceRef = { group: '', version: 'v1', plural: 'secrets', kind: 'Secret', namespaced: true };
const LEASES: ResourceRef = {
  group: 'coordination.k8s.io',
  version: 'v1',
  plural: 'leases',
  kind: 'Lease',
  namespaced: true,
};
const DAEMON_SETS: ResourceRef = {
  group: 'apps',
  version: 'v1',
  plural: 'daemonsets',
  kind: 'DaemonSet',
  namespaced: true,
};

/** What the controller writes on objects of others. Wishes of users (logical_switch of a namespace) are among them no more. */
const WRITTEN = new Set<string>(Object.values(ANNOTATIONS).filter((key) => key.startsWith('ovn.kubernetes.io/')));

export async function uninstall(
  client: KubeClient,
  config: UninstallConfig,
  notes: Notes,
  signal: AbortSignal,
): Promise<void> {
  await waitFor('the programs have ended', () => stillRunning(client, config.namespace), config.wait, notes, signal);
  if (config.nodesDaemonSet !== '') {
    const late = () => unclean(client, config.namespace, config.nodesDaemonSet);
    await waitFor('the nodes are clean', late, config.wait, notes, signal);
  }
  for (const kind of ['IP', 'IPPool', 'Subnet', 'Vpc'] as const) {
    await patchAll(client, WATCHED[kind].ref, withoutFinalizers, notes);
  }
  for (const kind of ['Pod', 'Node', 'Namespace'] as const) {
    await patchAll(client, WATCHED[kind].ref, (object) => withoutAnnotations(object, WRITTEN), notes);
  }
  for (const [ref, name] of [
    [LEASES, 'kube-ovn-controller'],
    [SECRETS, 'kube-ovn-tls'],
    [SECRETS, 'kube-ovn-tls-ca'],
  ] as const) {
    const answer = await client.delete(ref, name, config.namespace);
    if (answer.ok) notes.info(`${ref.kind} ${name} deleted`);
    else if (answer.error.status !== 404) throw answer.error;
  }
}

async function stillRunning(client: KubeClient, namespace: string): Promise<string[]> {
  const pods = await listAll(client, PODS, { namespace, labelSelector: `app in (${WRITERS.join(',')})` });
  return pods.map(({ metadata }) => metadata.name);
}

/** Nodes that have not reported yet, as a count: which ones is in the pods of the DaemonSet. */
async function unclean(client: KubeClient, namespace: string, name: string): Promise<string[]> {
  const answer = await client.get(DAEMON_SETS, name, namespace);
  if (!answer.ok) return answer.error.status === 404 ? [] : [answer.error.message];
  const { metadata, status } = answer.value as KubeObject & { status?: Record<string, number> };
  const { desiredNumberScheduled = 0, numberReady = 0, observedGeneration = 0 } = status ?? {};
  if (Number(observedGeneration) < Number(metadata.generation ?? 1)) return ['not begun'];
  const left = Number(desiredNumberScheduled) - Number(numberReady);
  return left > 0 ? [`${left} of ${desiredNumberScheduled} nodes`] : [];
}

async function patchAll(
  client: KubeClient,
  ref: ResourceRef,
  patchFor: (object: KubeObject) => object | undefined,
  notes: Notes,
): Promise<void> {
  let patched = 0;
  for (const object of await listAll(client, ref, {})) {
    const patch = patchFor(object);
    if (patch === undefined) continue;
    const { name, namespace } = object.metadata;
    const answer = await client.mergePatch(ref, name, namespace, patch);
    if (answer.ok) patched++;
    else if (answer.error.status !== 404) throw answer.error;
  }
  if (patched > 0) notes.info(`${ref.plural}: ${patched} objects cleaned`);
}
