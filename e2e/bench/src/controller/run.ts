// 10,000 pods on 50 nodes in 20 subnets from created to routed; a restart with all of them; one more node at 1,000 x 100.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '@kube-ovn/ovsdb-client';
import { openRunDirectory, startOvsdb } from '@kube-ovn/testkit';
import { progress } from '../progress.ts';
import { ApiProcess } from './api.ts';
import { floor } from './floor.ts';
import { measureNodeJoin } from './node-join.ts';
import { nodes, pods, subnets } from './objects.ts';
import { ControllerProgram } from './program.ts';
import type { ApiKind } from './protocol.ts';

const NODES = 50;
const SUBNETS = 20;
/** A real server needs milliseconds of both processors for each. */
const PODS: Readonly<Record<ApiKind, number>> = { memory: 10_000, real: 1000 };

export async function run(): Promise<{ figures: object; floors: object }> {
  const run = openRunDirectory();
  try {
    const main = await measurePods(run.path, 'memory');
    progress('one more node at 1,000 nodes and 100 subnets');
    const join = await measureNodeJoin(run.path);
    return { figures: { ...main.figures, ...join }, floors: main.floors };
  } finally {
    run.remove();
  }
}

/** The same pods against kube-apiserver and etcd. */
export async function runReal(): Promise<{ figures: object; floors: object }> {
  const run = openRunDirectory();
  try {
    return await measurePods(run.path, 'real');
  } finally {
    run.remove();
  }
}

async function measurePods(directory: string, kind: ApiKind): Promise<{ figures: object; floors: object }> {
  const count = PODS[kind];
  const database = await startOvsdb({ schema: 'OVN_Northbound' });
  const { api, listening } = await ApiProcess.start(kind);
  const kubeconfig = join(directory, 'kubeconfig');
  await writeFile(kubeconfig, listening.kubeconfig);
  const start = () =>
    new ControllerProgram({
      kubeconfig,
      northbound: database.endpoints,
      port: 20_660,
      log: join(directory, 'controller.log'),
    });
  let controller = start();
  try {
    await controller.ready();
    progress(`the controller is ready; ${NODES} nodes, ${SUBNETS} subnets, then ${count} pods`);
    await api.ask({ do: 'create', objects: [...nodes(NODES), ...subnets(SUBNETS)] }, 'created');
    const cpuBefore = controller.cpuMs();
    const created = await api.ask({ do: 'create', objects: pods(count, NODES, SUBNETS), routed: count }, 'created');
    const routed = await api.next('routed');
    const podsPerSecond = count / ((routed.at - created.at) / 1000);
    progress('all pods are routed');
    await quiet(api);
    const cpuMsPerPod = (controller.cpuMs() - cpuBefore) / count;
    const rssMiB = controller.rssMiB();
    await controller.kill();
    progress('restart');
    const restart = await countWrites(api, database.endpoints, async () => {
      controller = start();
      return controller.ready();
    });
    await controller.kill();
    progress('the same writes by a bare loop');
    const bare = await floor(kubeconfig, database.endpoints, pods(count, NODES, SUBNETS));
    const floorPodsPerSecond =
      kind === 'memory' ? bare : await floorWithCreation(api, kubeconfig, database.endpoints, count);
    return {
      figures: {
        podsPerSecond,
        ofFloor: podsPerSecond / floorPodsPerSecond,
        cpuMsPerPod,
        rssMiB,
        restartSeconds: restart.result,
        restartWrites: restart.writes,
      },
      floors: { floorPodsPerSecond, ...(kind === 'memory' ? {} : { floorWithoutCreationPodsPerSecond: bare }) },
    };
  } finally {
    await controller.kill().catch(() => {});
    await Promise.all([api.stop(), database.stop()]);
  }
}

/**
 * A real server takes longer to create the pods than anybody needs for the rest, on the same processors; so in the floor, as in
 * the measurement, they are created meanwhile, by the same process.
 */
async function floorWithCreation(
  api: ApiProcess,
  kubeconfig: string,
  northbound: readonly string[],
  count: number,
): Promise<number> {
  progress('the same writes by a bare loop, beside the creation of the pods');
  const again = pods(count, NODES, SUBNETS, 'again');
  api.send({ do: 'create', objects: again });
  const rate = await floor(kubeconfig, northbound, again, (index) => api.exists(index));
  await api.next('created');
  return rate;
}

/** Statuses follow the pods with a delay; wait until nobody has written anything for a while. */
async function quiet(api: ApiProcess): Promise<void> {
  let last = -1;
  for (;;) {
    const { value } = await api.ask({ do: 'revision' }, 'revision');
    if (value === last) return;
    last = value;
    await new Promise((resolve) => setTimeout(resolve, 1500));
  }
}

async function countWrites<T>(
  api: ApiProcess,
  northbound: readonly string[],
  action: () => Promise<T>,
): Promise<{ result: T; writes: number }> {
  const observer = connect({
    endpoints: northbound,
    database: 'OVN_Northbound',
    monitor: {
      Logical_Switch: 'all',
      Logical_Switch_Port: 'all',
      Logical_Router: 'all',
      Logical_Router_Port: 'all',
      Logical_Router_Policy: 'all',
      Logical_Router_Static_Route: 'all',
      Address_Set: 'all',
      NB_Global: 'all',
    },
  });
  await observer.current();
  let rows = 0;
  observer.replica.onChange((changes) => {
    rows += changes.length;
  });
  const before = await api.ask({ do: 'revision' }, 'revision');
  const result = await action();
  await quiet(api);
  const after = await api.ask({ do: 'revision' }, 'revision');
  await observer.close();
  return { result, writes: rows + after.value - before.value };
}
