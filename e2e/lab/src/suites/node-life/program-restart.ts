// A program of a node is started again while datagrams and a stream flow to a pod of that node.

import { setTimeout as delay } from 'node:timers/promises';
import { lossesDuring, startTraffic, stopTraffic, type Tools } from '@kube-ovn/chart';
import type { KubeClient, KubeObject } from '@kube-ovn/kube';
import { answered } from '../../cluster/client.ts';
import { LEASES } from '../../cluster/resources.ts';
import { waitUntil } from '../../cluster/wait.ts';
import { restart } from '../../commands/restart.ts';
import { runOnNode } from '../../outside/enter-node.ts';
import { requireLab } from '../../state/lab-record.ts';
import { check } from '../run-cases.ts';
import { everybodyReaches } from './echo-pods.ts';

const LIMIT_MS = 60_000;
const QUIET_MS = 8_000;
const MARGIN = 2;

interface LeaseObject extends KubeObject {
  readonly spec?: { readonly renewTime?: string };
}

export async function programRestarts(
  program: 'kubelet' | 'containerd',
  node: string,
  { client, tools }: { client: KubeClient; tools: Tools },
): Promise<void> {
  const before = await everybodyReaches(client);
  await startTraffic(tools);
  const quiet = await lossesDuring(tools, () => delay(QUIET_MS));
  const losses = await lossesDuring(tools, async () => {
    await restart(requireLab(), node, program);
    await waitUntil(
      'containerd answers',
      async () => void (await runOnNode(requireLab(), node, ['ctr', 'version'])),
      LIMIT_MS,
    );
    // The lease of a kubelet that does not reach its runtime is renewed as well; new pods prove the rest.
    const since = Date.now();
    await waitUntil('kubelet is there again', () => renewedAfter(client, node, since), LIMIT_MS);
  });
  await stopTraffic(tools);
  check(losses.broken === '', `the TCP stream broke: ${losses.broken}`);
  const found = `${losses.lost} of ${losses.sent} datagrams lost, ${losses.gapMs} in a row`;
  const quietly = `${quiet.lost} of ${quiet.sent} in the quiet time before`;
  // A machine that loses some while nothing happens has no CPU for its switches; what the restart adds is what counts.
  check(losses.lost <= MARGIN * quiet.lost * (losses.sent / quiet.sent), `${found}; ${quietly}`);
  const after = await everybodyReaches(client);
  check(JSON.stringify(sorted(after)) === JSON.stringify(sorted(before)), 'pods were started again');
  // A pod that is made anew shows that the node takes new ones.
  await tools.runKubectl(
    '-n',
    'lab-check',
    'delete',
    'pod',
    before.find((pod) => pod.node === node)!.name,
    '--wait=false',
  );
  await everybodyReaches(client);
  console.log(`  ${program} of ${node} restarted: ${found}; ${quietly}`);
}

function sorted(pods: readonly { readonly container: string }[]): string[] {
  return pods.map(({ container }) => container).sort();
}

async function renewedAfter(client: KubeClient, node: string, since: number): Promise<string | undefined> {
  const { spec } = await answered('lease', client.get<LeaseObject>(LEASES, node, 'kube-node-lease'));
  return Date.parse(spec?.renewTime ?? '') > since ? undefined : `its lease is of ${spec?.renewTime}`;
}
