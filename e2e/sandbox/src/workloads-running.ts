// From an empty cluster to eight running pods, in the steps that a user would wait for.

import type { AnyObject, ApiServer } from '@kube-ovn/testkit';
import type { Progress } from '@kube-ovn/testkit/launch';
import { PlainError } from '@kube-ovn/testkit/launch';
import type { Pod } from './cluster/pod.ts';
import { waitForObjects } from './cluster/wait-for-object.ts';
import { networks, POD_COUNT, pods, SUBNETS } from './cluster/workloads.ts';
import type { Sandbox } from './sandbox.ts';

const NODES_TIMEOUT_MS = 30_000;
const PODS_TIMEOUT_MS = 60_000;

export async function runWorkloads(sandbox: Sandbox, { step }: Progress): Promise<void> {
  const { api, kubelets, plan } = sandbox;
  const user = api.objects.as('sandbox-user');
  for (const object of networks(plan)) user.create(object);
  await step('nodes joined, their CNI ready', () =>
    wait(sandbox, 'ready nodes', NODES_TIMEOUT_MS, () => kubelets.allReady || undefined),
  );
  await step('subnets ready', () =>
    wait(sandbox, 'ready subnets', NODES_TIMEOUT_MS, () => SUBNETS.every((name) => isReady(api, name)) || undefined),
  );
  for (const object of pods(plan)) user.create(object);
  await step(`${POD_COUNT} pods attached through the CNI`, () =>
    wait(sandbox, 'running pods', PODS_TIMEOUT_MS, () => {
      const running = api.objects.list<Pod>('pods').filter(({ status }) => status?.phase === 'Running');
      return running.length >= POD_COUNT || undefined;
    }),
  );
}

interface SubnetObject extends AnyObject {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

function isReady(api: ApiServer, subnet: string): boolean {
  const conditions = api.objects.get<SubnetObject>('subnets', subnet)?.status?.conditions ?? [];
  return conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
}

async function wait(sandbox: Sandbox, what: string, timeoutMs: number, look: () => true | undefined): Promise<void> {
  const { api, kubelets } = sandbox;
  const excuse = () => kubelets.problems().join('\n');
  const advice = 'Look into the logs of the programs named above.';
  const found = waitForObjects(api, what, look, { timeoutMs, excuse }).catch((error: Error) => {
    const [sentence = '', ...detail] = error.message.split('\n');
    throw new PlainError(`${sentence}.`, advice, detail.join('\n'), error);
  });
  const ended = sandbox.programs.map(async (program) => {
    throw new PlainError(`${program.name} ended (${await program.ended}).`, advice, program.logTail());
  });
  await Promise.race([found, ...ended]);
}
