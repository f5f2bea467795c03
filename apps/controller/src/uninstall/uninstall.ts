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

/** Node selector of the DaemonSet. */
const UNINSTALL_LABEL = 'ovn.kubernetes.io/uninstall';

const PODS = WATCHED.Pod.ref;
const NODES = WATCHED.Node.ref;
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

const DEPLOYMENTS = WATCHED.Deployment.ref;

/** As long as one of them is there, the network is installed, whoever has started us: manifests applied as a whole bring us along. */
const WORKLOADS = [
  [DEPLOYMENTS, 'kube-ovn-controller'],
  [DAEMON_SETS, 'kube-ovn-cni'],
  [DAEMON_SETS, 'ovs-ovn'],
] as const;

/** What the controller writes on objects of others. Wishes of users (logical_switch of a namespace) are among them no more. */
const WRITTEN = new Set<string>(Object.values(ANNOTATIONS).filter((key) => key.startsWith('ovn.kubernetes.io/')));

export async function uninstall(
  client: KubeClient,
  config: UninstallConfig,
  notes: Notes,
  signal: AbortSignal,
): Promise<void> {
  const present = await installed(client, config.namespace);
  if (present !== undefined) return notes.warn(`nothing is uninstalled: ${present} is there`);
  await waitFor('the programs have ended', () => stillRunning(client, config.namespace), config.wait, notes, signal);
  if (config.nodesDaemonSet !== '') await cleanNodes(client, config, notes, signal);
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

async function installed(client: KubeClient, namespace: string): Promise<string | undefined> {
  for (const [ref, name] of WORKLOADS) {
    const answer = await client.get(ref, name, namespace);
    if (answer.ok && answer.value.metadata.deletionTimestamp === undefined) return `${ref.kind} ${name}`;
    if (!answer.ok && answer.error.status !== 404) throw answer.error;
  }
  return undefined;
}

/** The DaemonSet cleans nodes that have the label, so nothing is cleaned before this says so. */
async function cleanNodes(
  client: KubeClient,
  { namespace, nodesDaemonSet, wait }: UninstallConfig,
  notes: Notes,
  signal: AbortSignal,
): Promise<void> {
  await patchAll(client, NODES, () => labelPatch('true'), notes);
  const wanted = (await listAll(client, NODES, {})).length;
  const late = async () => {
    const answer = await client.get(DAEMON_SETS, nodesDaemonSet, namespace);
    if (!answer.ok) return answer.error.status === 404 ? [] : [answer.error.message];
    const { numberReady = 0 } = (answer.value.status ?? {}) as { numberReady?: number | bigint };
    return Number(numberReady) < wanted ? [`${wanted - Number(numberReady)} of ${wanted} nodes`] : [];
  };
  await waitFor('the nodes are clean', late, wait, notes, signal);
  await patchAll(client, NODES, () => labelPatch(null), notes);
}

function labelPatch(value: string | null): object {
  return { metadata: { labels: { [UNINSTALL_LABEL]: value } } };
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
