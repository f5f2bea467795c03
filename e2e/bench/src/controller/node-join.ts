// One more node in a cluster of 1,000 nodes and 100 distributed subnets: from the Node object until northd has done its part.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '@kube-ovn/ovsdb-client';
import { startCentral, waitFor } from '@kube-ovn/testkit';
import { ApiProcess } from './api.ts';
import { nodes, subnets } from './objects.ts';
import { ControllerProgram } from './program.ts';

const NODES = 1000;
const SUBNETS = 100;

export async function measureNodeJoin(
  directory: string,
): Promise<{ nodeJoinSeconds: number; nodeJoinTransactions: number }> {
  const central = await startCentral();
  const { api, listening } = await ApiProcess.start();
  const kubeconfig = join(directory, 'kubeconfig-join');
  await writeFile(kubeconfig, listening.kubeconfig);
  const observer = connect({
    endpoints: central.nb.endpoints,
    database: 'OVN_Northbound',
    monitor: { Logical_Switch_Port: ['name'], Logical_Router_Policy: ['match'], Address_Set: ['name'] },
  });
  const controller = new ControllerProgram({
    kubeconfig,
    northbound: central.nb.endpoints,
    port: 20_661,
    log: join(directory, 'join.log'),
  });
  try {
    await Promise.all([controller.ready(), observer.current()]);
    const { replica } = observer;
    replica.table('Logical_Switch_Port').index('name', (row) => String(row.name));
    const joined = (node: number) => replica.table('Logical_Switch_Port').by('name', `node-node-${node}`).length > 0;
    const policies = () => replica.table('Logical_Router_Policy').size;
    await api.ask({ do: 'create', objects: [...subnets(SUBNETS), ...nodes(NODES)] }, 'created');
    await waitFor('all nodes have joined', async () => joined(NODES - 1) && policies() >= 2 * NODES + SUBNETS, {
      timeoutMs: 120_000,
    });
    await central.waitNorthd();
    let transactions = 0;
    replica.onChange(() => {
      transactions++;
    });
    const wanted = policies() + 2;
    const began = performance.now();
    await api.ask({ do: 'create', objects: nodes(1, NODES) }, 'created');
    await waitFor('the new node has joined', async () => joined(NODES) && policies() >= wanted, { timeoutMs: 30_000 });
    await central.waitNorthd();
    return { nodeJoinSeconds: (performance.now() - began) / 1000, nodeJoinTransactions: transactions };
  } finally {
    await controller.kill();
    await Promise.all([observer.close(), api.stop()]);
    await central.stop();
  }
}
