// A real API server, etcd included, under the same commands as the in-memory one: what the bench writes is written here, and
// what anybody writes is counted here, by watching.

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { KubeClient, type KubeObject, loadConfig, Reflector, type ResourceRef } from '@kube-ovn/kube';
import { startBareApi } from '@kube-ovn/lab/bare-api';
import { CLUSTER_KINDS, installCrds } from '@kube-ovn/testkit/scenario';
import type { ApiAnswer, ApiCommand } from './protocol.ts';

const IN_FLIGHT = 32;
const REPORT_EVERY = 50;
/** Those that are written here, or by the controller. */
const KINDS = ['Namespace', 'Node', 'Pod', 'Subnet', 'IP', 'Vpc'].map((kind) => CLUSTER_KINDS[kind]!);
const ROUTED = 'ovn.kubernetes.io/routed';

const api = await startBareApi();
const client = new KubeClient(await loadConfig({ kubeconfig: api.kubeconfig }), {
  userAgent: 'bench',
  timeoutMs: 120_000,
});
let written = 0;
let wanted = Number.POSITIVE_INFINITY;
const routed = new Set<string>();

await installCrds(client, KINDS);
await Promise.all(KINDS.map(watch));
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

async function createAll(objects: readonly KubeObject[]): Promise<void> {
  let [next, made] = [0, 0];
  const work = async () => {
    for (let object = objects[next++]; object !== undefined; object = objects[next++]) {
      const result = await client.create(CLUSTER_KINDS[object.kind ?? '']!, object);
      if (!result.ok) throw result.error;
      if (++made % REPORT_EVERY === 0 || made === objects.length) answer({ event: 'progress', made });
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
}

/** The server may end a watch at any time, and does so while it starts; a reflector opens the next one. */
async function watch(ref: ResourceRef): Promise<void> {
  const reflector = new Reflector({ client, ref, trim });
  reflector.store.onChange(({ after }) => take(after));
  reflector.start();
  await reflector.synced();
}

function trim({ metadata }: KubeObject): KubeObject {
  const { name, namespace, resourceVersion, annotations } = metadata;
  return { metadata: { name, namespace, resourceVersion, annotations: { [ROUTED]: annotations?.[ROUTED] ?? '' } } };
}

function take(after: KubeObject | undefined): void {
  written++;
  if (after?.metadata.annotations?.[ROUTED] !== 'true') return;
  routed.add(after.metadata.name);
  if (routed.size < wanted) return;
  wanted = Number.POSITIVE_INFINITY;
  answer({ event: 'routed', at: performance.now() });
}

function answer(message: ApiAnswer): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
