// `up`: from whatever is there to a cluster whose pods reach each other.

import type { KubeClient } from '@kube-ovn/kube';
import { COLOURS, createProgress, type Progress } from '@kube-ovn/testkit/launch';
import { answered, connectCluster } from '../cluster/client.ts';
import { applyCoreDns } from '../cluster/coredns.ts';
import { installChart } from '../cluster/helm.ts';
import { forgetInterruptedRelease } from '../cluster/interrupted-release.ts';
import { nodesReady, registered } from '../cluster/node-states.ts';
import { removeTestPods, startTestPods, unreached } from '../cluster/reachability.ts';
import { DEPLOYMENTS, type DeploymentObject } from '../cluster/resources.ts';
import { notRolledOut } from '../cluster/rollout.ts';
import { installStandIn } from '../cluster/stand-in-network.ts';
import { waitUntil } from '../cluster/wait.ts';
import { type LabOptions, sameOptions } from '../options.ts';
import { memoryOf } from '../outside/memory.ts';
import { startLab } from '../outside/start-lab.ts';
import { KUBECONFIG } from '../paths.ts';
import { type ClusterPlan, clusterPlan } from '../plan/cluster-plan.ts';
import { isRunning, type LabRecord, type RunningLab, readRecord, writeRecord } from '../state/lab-record.ts';
import { build } from './build.ts';
import { down } from './down.ts';
import { importArchive } from './load-image.ts';

const API_LIMIT_MS = 60_000;
const READY_LIMIT_MS = 180_000;

export async function up(options: LabOptions, values: readonly string[]): Promise<void> {
  const progress = createProgress(process.stdout, COLOURS);
  const started = performance.now();
  const plan = clusterPlan(options);
  const own = await build(options.network, false, progress);
  const images = Object.fromEntries(own.map(({ name, archive }) => [name, archive]));
  const buildSeconds = (performance.now() - started) / 1000;
  const lab = await runningLab(plan, images, progress);
  const client = await connectCluster();
  try {
    await completeCluster(client, lab, plan, values, progress);
  } finally {
    client.close();
  }
  writeRecord({ ...lab, ready: true });
  const seconds = (performance.now() - started) / 1000;
  const detail = buildSeconds > 1 ? `, ${buildSeconds.toFixed(1)} s of them for builds` : '';
  const { ownBytes, sumBytes } = memoryOf(lab);
  const memory = `${gib(ownBytes)} of memory (${gib(sumBytes)} when shared pages count for each program)`;
  console.log(
    `\nThe lab is up after ${seconds.toFixed(1)} s${detail}, with ${memory}.\nexport KUBECONFIG=${KUBECONFIG}`,
  );
}

function gib(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}

async function runningLab(plan: ClusterPlan, images: LabRecord['images'], progress: Progress): Promise<RunningLab> {
  const record = readRecord();
  if (isRunning(record) && sameOptions(record.options, plan)) {
    console.log('The lab runs already; it is brought up to date.');
    for (const [name, archive] of Object.entries(images)) {
      if (record.images[name] !== archive) await progress.step(`load ${name}`, () => importArchive(record, archive));
    }
    writeRecord({ ...record, images });
    return { ...record, images };
  }
  if (record) await progress.step('clear away the lab that was there', down);
  return progress.step(`start ${plan.nodes} nodes`, () => startLab(plan, images));
}

/** Every step may find its work done by an earlier `up`. */
async function completeCluster(
  client: KubeClient,
  lab: RunningLab,
  plan: ClusterPlan,
  values: readonly string[],
  progress: Progress,
): Promise<void> {
  await progress.step('API server', () => waitUntil('API server', () => notReady(client), API_LIMIT_MS));
  await progress.step('nodes register', () => registered(client, plan));
  await progress.step('CoreDNS is asked for', () => applyCoreDns(client, plan));
  if (plan.network === 'none') return;
  if (plan.network === 'ptp') await progress.step('stand-in network', () => installStandIn(client, lab, plan));
  else {
    await forgetInterruptedRelease(client);
    await progress.step('helm install', () => installChart(plan, lab.images, values));
  }
  await progress.step('nodes are Ready', () => nodesReady(client, plan));
  if (plan.network === 'kube-ovn') {
    await progress.step('all of the network is of this release', () =>
      waitUntil('the network is rolled out', () => notRolledOut(client), READY_LIMIT_MS),
    );
  }
  const [pods] = await Promise.all([
    progress.step('test Deployment runs', () => startTestPods(client, plan, READY_LIMIT_MS)),
    progress.step('CoreDNS runs', () => coreDnsReady(client)),
  ]);
  await progress.step('pods reach each other', () =>
    waitUntil('pods reach each other', () => unreached(pods, plan), READY_LIMIT_MS),
  );
  await removeTestPods(client);
}

async function notReady(client: KubeClient): Promise<string | undefined> {
  const answer = await client.request({ method: 'GET', path: '/readyz', timeoutMs: 3_000 });
  return answer.ok ? undefined : answer.error.message;
}

async function coreDnsReady(client: KubeClient): Promise<void> {
  const notYet = async () => {
    const { spec, status } = await answered(
      'Deployment of CoreDNS',
      client.get<DeploymentObject>(DEPLOYMENTS, 'coredns', 'kube-system'),
    );
    const available = status?.availableReplicas ?? 0;
    return available < spec.replicas ? `${available} of ${spec.replicas} are available` : undefined;
  };
  await waitUntil('CoreDNS runs', notYet, READY_LIMIT_MS);
}
