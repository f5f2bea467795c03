// The cases of the suite, in order: what a release goes through, and what the traffic must not notice.

import { randomUUID } from 'node:crypto';
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
/**
 * The userspace switch is a process. Three nodes on two processors let it wait for one of them for 100 to 500 ms at a time while a
 * dozen pods start (seen in its schedstat, at the very moments of the losses), and then packets are lost whatever changes. What
 * the change itself does to packets it does each time, so a loss counts when it comes back.
 */
const ATTEMPTS = 3;

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
  underTraffic('upgrade: a value of the controller', 0, (tools, attempt) =>
    upgrade(tools, '--set', `performance.gcInterval=${300 + attempt}`),
  ),
  underTraffic('upgrade: new pods of the controller and of ovn-central', 0, (tools) =>
    renewed(tools, 'controller', 'central'),
  ),
  underTraffic('upgrade: new pods of the CNI agent', 0, (tools) => renewed(tools, 'agent')),
  underTraffic('upgrade: a new data plane is silent for less than 100 ms', DATA_PLANE_GAP_MS, (tools) =>
    renewed(tools, 'ovsOvn'),
  ),
  underTraffic('upgrade: another version of the chart', 0, (tools, attempt) =>
    upgradeChart(tools, `0.1.1-suite.${attempt}`),
  ),
  underTraffic(
    'rollback to the first revision',
    DATA_PLANE_GAP_MS,
    async (tools) => {
      await tools.runHelm('rollback', tools.release, '1');
      await rolledOut(tools);
    },
    // So that there is something to roll back.
    (tools) => renewed(tools, 'controller', 'central', 'agent', 'ovsOvn'),
  ),
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

type Step = (tools: Tools, attempt: number) => Promise<void>;

/** `work` may silence the traffic for so long; what `before` does to it is not looked at. */
function underTraffic(
  name: string,
  gapMs: number,
  work: Step,
  before: (tools: Tools) => Promise<void> = async () => {},
): SuiteCase {
  const run = async (tools: Tools, attempt: number): Promise<void> => {
    await before(tools);
    try {
      await measured(tools, () => work(tools, attempt), gapMs);
    } catch (error) {
      if (attempt >= ATTEMPTS) throw error;
      process.stdout.write(`  again, attempt ${attempt}: ${(error as Error).message}\n`);
      await run(tools, attempt + 1);
    }
  };
  return { name, run: (tools) => run(tools, 1) };
}

/** New pods, each time. */
function renewed(tools: Tools, ...components: readonly string[]): Promise<void> {
  const mark = randomUUID();
  const marks = components.map((component) => `${component}.podAnnotations.suite=${mark}`);
  return upgrade(tools, '--set-string', marks.join(','));
}

async function measured(tools: Tools, work: () => Promise<void>, gapMs: number): Promise<void> {
  const losses = await lossesDuring(tools, work);
  const facts = textOf(losses);
  check(losses.broken === '', `the TCP stream broke: ${facts}`);
  check(losses.streamed > 0, `the TCP stream stood still: ${facts}`);
  check(losses.gapMs <= gapMs, `packets were lost: ${facts}`);
}

function textOf({ sent, lost, gapMs, broken, streamed, rows }: Losses): string {
  return `${lost} of ${sent} datagrams lost, ${gapMs} ms in a row, ${streamed} bytes streamed ${broken}; ${textOfRows(rows)}`;
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
