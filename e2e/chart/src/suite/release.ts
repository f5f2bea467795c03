// Steps of a release: install, change, wait until all of it works.

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHART } from '../paths.ts';
import type { Tools } from './tools.ts';

const WORKLOADS = [
  'deployment/ovn-central',
  'deployment/kube-ovn-controller',
  'daemonset/ovs-ovn',
  'daemonset/kube-ovn-cni',
];

export async function rolledOut({ runKubectl, namespace }: Tools): Promise<void> {
  for (const workload of WORKLOADS) {
    await runKubectl('-n', namespace, 'rollout', 'status', workload, '--timeout=180s');
  }
  await runKubectl('wait', 'nodes', '--all', '--for=condition=Ready', '--timeout=120s');
}

/** With the values it has, and these. */
export async function upgrade(tools: Tools, ...more: string[]): Promise<void> {
  await tools.runHelm('upgrade', tools.release, CHART, '--reuse-values', ...more);
  await rolledOut(tools);
}

/** The same chart under another version, as the next release of it would come. */
export async function upgradeChart(tools: Tools, version: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'chart-'));
  try {
    const copy = join(folder, 'kube-ovn');
    await cp(CHART, copy, { recursive: true });
    const text = await readFile(join(copy, 'Chart.yaml'), 'utf8');
    await writeFile(join(copy, 'Chart.yaml'), text.replace(/^version: .*$/m, `version: ${version}`));
    await tools.runHelm('upgrade', tools.release, copy, '--reuse-values');
  } finally {
    await rm(folder, { recursive: true });
  }
  await rolledOut(tools);
}

export async function install(tools: Tools, valuesFile: string): Promise<void> {
  await tools.runHelm('install', tools.release, CHART, '-f', valuesFile);
  await rolledOut(tools);
}

export async function uninstall(tools: Tools): Promise<number> {
  const started = performance.now();
  await tools.runHelm('uninstall', tools.release, '--timeout', '240s');
  return (performance.now() - started) / 1000;
}

/** Pods that are older than the network have none: they are made anew. */
export async function renewPods(tools: Tools): Promise<void> {
  for (const { metadata, spec } of await tools.list('pods', '--all-namespaces')) {
    if ((spec as { hostNetwork?: boolean }).hostNetwork) continue;
    const { name, namespace = 'default' } = metadata;
    await tools.runKubectl('-n', namespace, 'delete', 'pod', name, '--grace-period=0', '--force', '--ignore-not-found');
  }
}
