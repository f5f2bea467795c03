// Brings the sandbox up, as far as possible side by side, and can then tell who reaches whom.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Netlink, openNetlink } from '@kube-ovn/netlink';
import type { ApiServer, Central, Chassis } from '@kube-ovn/testkit';
import type { Progress } from '@kube-ovn/testkit/launch';
import { apiUrl, startClusterApi } from './cluster/api.ts';
import { runScheduler } from './cluster/scheduler.ts';
import { runStatefulSets } from './cluster/stateful-sets.ts';
import { kubeconfig } from './host/kubeconfig.ts';
import { Kubelets } from './kubelet/kubelets.ts';
import type { AddressPlan } from './network/address-plan.ts';
import { buildTopology } from './network/topology.ts';
import type { BackgroundProgram } from './programs/background-program.ts';
import { startController } from './programs/controller.ts';
import { installShim, startDaemon } from './programs/daemon.ts';
import { startOvnCentral, startOvnNode } from './programs/data-plane.ts';
import { HOME } from './programs/paths.ts';
import { writeTools } from './programs/tools.ts';

export interface Sandbox {
  readonly plan: AddressPlan;
  readonly netlink: Netlink;
  readonly api: ApiServer;
  readonly central: Central;
  readonly chassis: readonly Chassis[];
  readonly programs: readonly BackgroundProgram[];
  readonly kubelets: Kubelets;
}

export async function startSandbox(plan: AddressPlan, progress: Progress): Promise<Sandbox> {
  const { step } = progress;
  const netlink = await step('bridges, nodes and the outside world', async () => {
    writeTools();
    const opened = await openNetlink();
    await buildTopology(opened, plan);
    return opened;
  });
  const controlPlane = await Promise.all([
    step('Kubernetes API, in memory', () => startClusterApi(plan)),
    step('OVN databases and northd', () => startOvnCentral(plan)),
  ]);
  const [api, central] = controlPlane;
  runScheduler(api, plan);
  runStatefulSets(api);
  const kubeconfigFile = join(HOME, 'kubeconfig-inside');
  writeFileSync(kubeconfigFile, kubeconfig(apiUrl(plan)));
  for (const { name } of plan.nodes) installShim(name);
  // Our own programs wait by themselves for what they need; starting them costs most of the time here.
  const programs = [startController(plan, central, kubeconfigFile)];
  const kubelets = new Kubelets({ api, netlink, plan });
  const chassis = await step('Open vSwitch and ovn-controller on every node', () =>
    Promise.all(
      plan.nodes.map(async (node) => {
        const started = await startOvnNode(node, central);
        programs.push(startDaemon(node, plan, kubeconfigFile));
        return started;
      }),
    ),
  );
  return { plan, netlink, api, central, chassis, programs, kubelets };
}
