// First process of the outer namespaces: makes the wires, starts the nodes, and stays. Everything ends with it.

import { mkdirSync, writeFileSync } from 'node:fs';
import { openNetlink } from '@kube-ovn/netlink';
import { runTool } from '../build/run-tool.ts';
import type { LabOptions } from '../options.ts';
import { API_SOCKET, RUN, STARTED_FILE } from '../paths.ts';
import { API_PORT, clusterPlan, controlPlane, primary } from '../plan/cluster-plan.ts';
import { startControlServer } from './control-server.ts';
import { createNodeRunner } from './node-runner.ts';
import { startRelay } from './relay.ts';
import { buildBridges } from './topology.ts';

async function main(options: LabOptions): Promise<void> {
  const plan = clusterPlan(options);
  // The sockets in the run folder have short names that way.
  process.chdir(RUN);
  // Names of network namespaces are files there, and must not meet those of the machine.
  await runTool('mount /run', 'mount', ['-n', '-t', 'tmpfs', '-o', 'mode=0755', 'tmpfs', '/run']);
  mkdirSync('/run/netns');
  const netlink = await openNetlink();
  netlink.failed.then((error) => fail(error));
  await buildBridges(netlink, plan);
  const runner = createNodeRunner(netlink, plan);
  await Promise.all(plan.nodeList.map((node) => runner.start(node)));
  await startRelay(API_SOCKET, primary(controlPlane(plan).address), API_PORT);
  await startControlServer(plan, runner);
  writeFileSync(STARTED_FILE, '');
}

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}

// The kernel ends all other processes of these namespaces with the first one.
process.on('SIGTERM', () => process.exit(0));
main(JSON.parse(process.argv[2] ?? '{}') as LabOptions).catch(fail);
