// The in-memory API server as a process of its own, so that its work is not counted as the controller's. Commands come as JSON
// lines on standard input, answers go out as JSON lines.

import { createInterface } from 'node:readline';
import { crdManifests } from '@kube-ovn/crds';
import { type AnyObject, startApiServer } from '@kube-ovn/testkit';
import type { ApiAnswer, ApiCommand } from './protocol.ts';

const api = await startApiServer({ crds: crdManifests(), historyLimit: 200_000 });
let written = 0;
let wanted = Number.POSITIVE_INFINITY;
const annotated = new Set<string>();

api.onWrite((commit) => {
  // Renewing the leader's lease says nothing about the network.
  if (commit.version.object.kind !== 'Lease') written++;
  const { object } = commit.version;
  if (object.kind !== 'Pod' || object.metadata.annotations?.['ovn.kubernetes.io/routed'] !== 'true') return;
  annotated.add(String(object.metadata.name));
  if (annotated.size < wanted) return;
  wanted = Number.POSITIVE_INFINITY;
  answer({ event: 'routed', at: performance.now() });
});

answer({ event: 'listening', url: api.url, kubeconfig: api.kubeconfig() });

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line) as ApiCommand;
  if (command.do === 'create') {
    if (command.routed !== undefined) wanted = command.routed;
    const at = performance.now();
    for (const object of command.objects) api.objects.create(object as AnyObject);
    answer({ event: 'created', at });
  } else if (command.do === 'revision') answer({ event: 'revision', value: written });
  else if (command.do === 'reset') annotated.clear();
}
await api.close();

function answer(message: ApiAnswer): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
