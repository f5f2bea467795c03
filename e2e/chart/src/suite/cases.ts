// The cases of the suite, in order: what a release goes through, and what the traffic must not notice.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeInspector, openInspector, traces } from './node-state.ts';
import { permissionsAreUsed } from './permissions.ts';
import { install, renewPods, rolledOut, uninstall, upgrade, upgradeChart } from './release.ts';
import { check, type SuiteCase } from './run-cases.ts';
import { strictlyAccepted } from './strict.ts';
import type { Tools } from './tools.ts';
import { type Losses, lossesDuring, programImage, startTraffic, stopTraffic, textOfRows } from './traffic.ts';

/** Of the data plane's replacement; everything else may lose nothing. */
const DATA_PLANE_GAP_MS = 100;
const UNINSTALL_SECONDS = 240;

export const LIFE_CYCLE: readonly SuiteCase[] = [
  {
    name: 'the installed chart works',
    needed: true,
    async run(tools) {
      await rolledOut(tools);
      await tools.runHelm('test', tools.release, '--timeout', '120s');
    },
  },
  { name: 'every render is accepted with strict field validation', run: strictlyAccepted },
  { name: 'traffic between two nodes flows', needed: true, run: startTraffic },
  quiet('upgrade: a value of the controller', (tools) => upgrade(tools, '--set', 'performance.gcInterval=301')),
  quiet('upgrade: new pods of the controller and of ovn-central', (tools) =>
    upgrade(tools, '--set-string', 'controller.podAnnotations.suite=1,central.podAnnotations.suite=1'),
  ),
  quiet('upgrade: new pods of the CNI agent', (tools) =>
    upgrade(tools, '--set-string', 'agent.podAnnotations.suite=1'),
  ),
  {
    name: 'upgrade: a new data plane is silent for less than 100 ms',
    run: (tools) =>
      measured(tools, () => upgrade(tools, '--set-string', 'ovsOvn.podAnnotations.suite=1'), DATA_PLANE_GAP_MS),
  },
  quiet('upgrade: another version of the chart', (tools) => upgradeChart(tools, '0.1.1-suite.1')),
  {
    name: 'rollback to the first revision',
    run: (tools) =>
      measured(
        tools,
        async () => {
          await tools.runHelm('rollback', tools.release, '1');
          await rolledOut(tools);
        },
        DATA_PLANE_GAP_MS,
      ),
  },
  { name: 'uninstall leaves nothing behind', needed: true, run: uninstalledAndInstalled },
  { name: 'uninstall comes through without ovn-central', run: uninstalledWithoutCentral },
  {
    name: 'after all of it pods reach each other',
    async run(tools) {
      await startTraffic(tools);
      await stopTraffic(tools);
    },
  },
  {
    name: 'the programs have called what their roles grant, and nothing else',
    async run(tools) {
      if (tools.auditLog !== undefined) await permissionsAreUsed(tools, tools.auditLog);
    },
  },
];

/** May lose nothing. */
function quiet(name: string, work: (tools: Tools) => Promise<void>): SuiteCase {
  return { name, run: (tools) => measured(tools, () => work(tools), 0) };
}

async function measured(tools: Tools, work: () => Promise<void>, gapMs: number): Promise<void> {
  const losses = await lossesDuring(tools, work);
  const facts = textOf(losses);
  check(losses.broken === '', `the TCP stream broke: ${facts}`);
  check(losses.streamed > 0, `the TCP stream stood still: ${facts}`);
  // What a switch without CPU did not read is no loss of the change.
  const lossless = losses.lost <= losses.starved;
  check(losses.gapMs <= gapMs || (gapMs === 0 && lossless), `packets were lost: ${facts}`);
}

function textOf({ sent, lost, gapMs, broken, streamed, rows, starved }: Losses): string {
  return `${lost} of ${sent} datagrams lost (${starved} packets for want of CPU), ${gapMs} ms in a row, ${streamed} bytes streamed ${broken}; ${textOfRows(rows)}`;
}

async function uninstalledAndInstalled(tools: Tools): Promise<void> {
  await cycle(tools, async () => {});
}

async function uninstalledWithoutCentral(tools: Tools): Promise<void> {
  await cycle(tools, async () => {
    await tools.runKubectl('-n', tools.namespace, 'delete', 'deployment', 'ovn-central', '--timeout=60s');
  });
}

/** Uninstalls, looks for traces, and installs again whatever was found, so that later cases have a cluster. */
async function cycle(tools: Tools, before: () => Promise<void>): Promise<void> {
  await stopTraffic(tools);
  const folder = await mkdtemp(join(tmpdir(), 'chart-'));
  const file = join(folder, 'values.yaml');
  await writeFile(file, await tools.runHelm('get', 'values', tools.release, '-o', 'yaml'));
  await openInspector(tools, await programImage(tools));
  const complaints: string[] = [];
  try {
    await before();
    const seconds = await uninstall(tools);
    if (seconds > UNINSTALL_SECONDS) complaints.push(`it took ${seconds.toFixed(0)} s`);
    complaints.push(...(await leftInApi(tools)));
    const left = await traces(tools);
    for (const [node, all] of Object.entries(left)) complaints.push(`${node}: ${all.join(', ')}`);
  } finally {
    await closeInspector(tools);
    await install(tools, file);
    await renewPods(tools);
    await rm(folder, { recursive: true });
  }
  check(complaints.length === 0, `left behind:\n${complaints.join('\n')}`);
}

async function leftInApi(tools: Tools): Promise<string[]> {
  const complaints: string[] = [];
  for (const kind of ['subnets', 'vpcs', 'ips', 'ippools']) {
    const held = (await tools.list(`${kind}.kubeovn.io`)).filter(({ metadata }) => metadata.finalizers?.length);
    if (held.length > 0)
      complaints.push(`${kind} with finalizers: ${held.map(({ metadata }) => metadata.name).join(', ')}`);
  }
  for (const kind of ['nodes', 'namespaces', 'pods']) {
    const all = kind === 'pods' ? await tools.list(kind, '--all-namespaces') : await tools.list(kind);
    const marked = all.filter(({ metadata }) =>
      Object.keys(metadata.annotations ?? {}).some((key) => key.startsWith('ovn.kubernetes.io/')),
    );
    if (marked.length > 0)
      complaints.push(`annotated ${kind}: ${marked.map(({ metadata }) => metadata.name).join(', ')}`);
  }
  const names = [
    'deployments',
    'daemonsets',
    'services',
    'serviceaccounts',
    'secrets',
    'leases',
    'jobs',
    'roles',
    'rolebindings',
  ];
  for (const kind of names) {
    const ours = (await tools.list(kind, '-n', tools.namespace)).filter(({ metadata }) =>
      /^(ovn(-.*)?|ovs-ovn|kube-ovn-.*)$/.test(metadata.name),
    );
    if (ours.length > 0) complaints.push(`${kind}: ${ours.map(({ metadata }) => metadata.name).join(', ')}`);
  }
  return complaints;
}
