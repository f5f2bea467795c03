// First process of the bench's namespaces: brings the cluster up, measures, writes the result.

import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchResult } from '../benches.ts';
import { progress } from '../progress.ts';
import { startCluster } from './cluster.ts';
import { measureFloors } from './measure-floors.ts';
import { type BenchPod, createPods } from './pods.ts';
import { CpuMeter, cpuMs, rssMiB } from './process-usage.ts';
import type { InsideSetup } from './setup.ts';
import { ShimCalls } from './shim-calls.ts';
import { percentile } from './statistics.ts';
import { untilQuiet } from './until-quiet.ts';

/** Before the floors and again after them, so that they meet the average number of ports. */
const HALF = 100;
const BARE = 40;
const USUAL = 20;
/** Open vSwitch forgets flows that nobody uses after 10 s. */
const FLOWS_GONE_MS = 12_000;
/** As long as the slowest of the daemon's own looks at the node. */
/** After a burst the engine collects for a while; that is not yet idle. */
const SETTLE_MS = 20_000;
const IDLE_SECONDS = 60;
const SUBNETS = 250;
const AT_ONCE = 20;

async function measure({ folder, launcher }: InsideSetup): Promise<BenchResult> {
  const { api, chassis, daemon, netlink, node, conflist } = await startCluster(folder);
  progress('cluster and node are ready');
  const all = await createPods(api, netlink, 2 * HALF + BARE + USUAL);
  const take = (count: number): BenchPod[] => all.splice(0, count);
  progress(`${all.length} pods have addresses and namespaces`);
  const shim = new ShimCalls(launcher, folder, conflist);
  const ours: BenchPod[] = [];
  const times = { add: [] as number[] };
  const meters = {
    daemon: new CpuMeter(daemon.pid),
    vswitchd: new CpuMeter(chassis.vswitchd.pid!),
    ovnController: new CpuMeter(chassis.controller.pid!),
  };
  const addHalf = async () => {
    const pods = take(HALF);
    for (const meter of Object.values(meters)) meter.start();
    times.add.push(...(await shim.run('ADD', pods, 1, 0)));
    for (const meter of Object.values(meters)) meter.stop();
    ours.push(...pods);
    progress(`${ours.length} pods one at a time, median so far ${percentile(times.add, 0.5).toFixed(1)} ms`);
  };
  await addHalf();
  await delay(FLOWS_GONE_MS);
  const floors = await measureFloors(node, { ovs: chassis.endpoint, bare: take(BARE), usual: take(USUAL) });
  progress('the floors are measured');
  await delay(FLOWS_GONE_MS);
  await addHalf();
  const idle = await idlePercent(daemon.pid);
  const daemonRssMiB = rssMiB(daemon.pid);
  progress('idle with 200 pods');
  for (let number = 0; number < SUBNETS; number++) api.objects.create(subnetObject(number));
  await untilQuiet(api);
  const idleSubnets = await idlePercent(daemon.pid);
  const daemonRssMiB250Subnets = rssMiB(daemon.pid);
  progress(`idle with ${SUBNETS} subnets more`);
  const del = await shim.run('DEL', ours, 1, 0);
  const twenty = await shim.run('ADD', ours, AT_ONCE, 1);
  progress(`${AT_ONCE} at a time`);
  await shim.run('DEL', ours, AT_ONCE, 1);
  return {
    figures: {
      addP50Ms: percentile(times.add, 0.5),
      addP99Ms: percentile(times.add, 0.99),
      add20P50Ms: percentile(twenty, 0.5),
      delP50Ms: percentile(del, 0.5),
      daemonCpuMsPerAdd: meters.daemon.totalMs / times.add.length,
      daemonRssMiB,
      daemonIdleCpuPercent: idle,
      daemonRssMiB250Subnets,
      daemonIdleCpuPercent250Subnets: idleSubnets,
    },
    floors: {
      bareAddP50Ms: percentile(floors.bare, 0.5),
      bareAddP99Ms: percentile(floors.bare, 0.99),
      usualAddP50Ms: percentile(floors.usual, 0.5),
      vswitchdCpuMsPerAdd: meters.vswitchd.totalMs / times.add.length,
      ovnControllerCpuMsPerAdd: meters.ovnController.totalMs / times.add.length,
    },
  };
}

async function idlePercent(pid: number): Promise<number> {
  await delay(SETTLE_MS);
  const before = cpuMs(pid);
  await delay(IDLE_SECONDS * 1_000);
  return (cpuMs(pid) - before) / (IDLE_SECONDS * 10);
}

function subnetObject(number: number): object {
  return {
    apiVersion: 'kubeovn.io/v1',
    kind: 'Subnet',
    metadata: { name: `extra-${number}` },
    spec: { cidrBlock: `10.${100 + (number >> 6)}.${(number & 63) * 4}.0/22`, natOutgoing: true },
  };
}

function isLog(path: string): boolean {
  return !path.includes('.') || path.endsWith('.log');
}

const setup = JSON.parse(process.argv[2] ?? '{}') as InsideSetup;
const code = await measure(setup).then(
  (result) => {
    writeFileSync(join(setup.folder, 'result.json'), JSON.stringify(result));
    return 0;
  },
  (error: unknown) => {
    console.error(error);
    return 1;
  },
);
// The logs go with the folder, unless somebody wants them.
const { BENCH_KEEP_LOGS } = process.env;
if (BENCH_KEEP_LOGS) cpSync(setup.folder, BENCH_KEEP_LOGS, { recursive: true, filter: isLog });
process.exit(code);
