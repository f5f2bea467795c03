// A real API server, etcd included, under the same commands as the in-memory one: what the bench writes is written here, and
// what anybody writes is counted here, from the lines of watches. Lines are not parsed: both processors are needed elsewhere.

import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { createInterface } from 'node:readline';
import { crdManifests } from '@kube-ovn/crds';
import { type ClusterConfig, KubeClient, type KubeObject, loadConfig, type ResourceRef } from '@kube-ovn/kube';
import { startBareApi } from '@kube-ovn/lab/bare-api';
import { waitFor } from '@kube-ovn/testkit';
import type { ApiAnswer, ApiCommand } from './protocol.ts';

const IN_FLIGHT = 32;
const REPORT_EVERY = 50;
const KUBE_OVN = { group: 'kubeovn.io', version: 'v1' };
const CORE = { group: '', version: 'v1' };
const REFS: Readonly<Record<string, ResourceRef>> = {
  Namespace: { ...CORE, plural: 'namespaces', kind: 'Namespace', namespaced: false },
  Node: { ...CORE, plural: 'nodes', kind: 'Node', namespaced: false },
  Pod: { ...CORE, plural: 'pods', kind: 'Pod', namespaced: true },
  Subnet: { ...KUBE_OVN, plural: 'subnets', kind: 'Subnet', namespaced: false },
};
const WATCHED = [
  '/api/v1/pods',
  '/api/v1/nodes',
  '/api/v1/namespaces',
  ...['ips', 'subnets', 'vpcs', 'ippools'].map((plural) => `/apis/kubeovn.io/v1/${plural}`),
];
const CRDS: ResourceRef = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  namespaced: false,
};

const api = await startBareApi();
const config = await loadConfig({ kubeconfig: api.kubeconfig });
const client = new KubeClient(config, { userAgent: 'bench', timeoutMs: 120_000 });
let written = 0;
let wanted = Number.POSITIVE_INFINITY;
const routed = new Set<string>();

await installCrds();
for (const path of WATCHED) watch(config, path, take);
answer({ event: 'listening', url: api.server, kubeconfig: readFileSync(api.kubeconfig, 'utf8') });

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line) as ApiCommand;
  if (command.do === 'create') {
    if (command.routed !== undefined) wanted = command.routed;
    const at = performance.now();
    await createAll(command.objects as KubeObject[]);
    answer({ event: 'created', at });
  } else if (command.do === 'revision') answer({ event: 'revision', value: written });
  else if (command.do === 'reset') routed.clear();
}
client.close();
await api.stop();
process.exit(0);

async function installCrds(): Promise<void> {
  for (const crd of crdManifests() as unknown as KubeObject[]) {
    const made = await client.create(CRDS, crd);
    if (!made.ok) throw made.error;
  }
  for (const path of WATCHED) {
    await waitFor(path, async () => (await client.request({ method: 'GET', path: `${path}?limit=1` })).ok);
  }
}

async function createAll(objects: readonly KubeObject[]): Promise<void> {
  let [next, made] = [0, 0];
  const work = async () => {
    for (let object = objects[next++]; object !== undefined; object = objects[next++]) {
      const result = await client.create(REFS[object.kind ?? '']!, object);
      if (!result.ok) throw result.error;
      if (++made % REPORT_EVERY === 0 || made === objects.length) answer({ event: 'progress', made });
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
}

function take(line: string): void {
  written++;
  if (!line.includes('"ovn.kubernetes.io/routed":"true"') || !line.includes('"kind":"Pod"')) return;
  routed.add(/"metadata":\{"name":"([^"]+)"/.exec(line)?.[1] ?? '');
  if (routed.size < wanted) return;
  wanted = Number.POSITIVE_INFINITY;
  answer({ event: 'routed', at: performance.now() });
}

function watch({ server, tls }: ClusterConfig, path: string, onLine: (line: string) => void): void {
  const url = `${server}${path}?watch=true&timeoutSeconds=3600`;
  request(url, { ...tls }, (response) => {
    // The end of the server is the end of its watches.
    createInterface({ input: response })
      .on('line', onLine)
      .on('error', () => {});
  })
    .on('error', () => {})
    .end();
}

function answer(message: ApiAnswer): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
