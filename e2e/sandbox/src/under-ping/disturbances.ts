// What breaks below our programs: the switch, ovn-controller, the node's database, the API, Northbound.

import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '@kube-ovn/testkit';
import type { Pod } from '../cluster/pod.ts';
import type { Sandbox } from '../sandbox.ts';
import { type Disturbance, ready } from './restarts.ts';

const API_AWAY_MS = 20_000;
const PATIENCE_MS = 60_000;
const LATE_POD = 'late';

export function disturbances(sandbox: Sandbox): Disturbance[] {
  const worker = sandbox.chassis.find(({ name }) => name === sandbox.plan.nodes[1]!.name)!;
  const all: Record<string, () => Promise<unknown>> = {
    'ovn-controller killed and restarted': () => worker.controller.kill().then(() => worker.controller.start()),
    'ovs-vswitchd killed and restarted': () => worker.vswitchd.kill().then(() => worker.vswitchd.start()),
    'ovsdb-server of a node killed and restarted': () => worker.database.kill().then(() => worker.database.restart()),
    'API away for 20 s, a pod added meanwhile': () => apiAway(sandbox),
    'Northbound wiped': () => wipe(sandbox),
  };
  return Object.entries(all).map(([name, breakIt]) => ({
    name,
    run: async () => {
      await breakIt();
      await ready(sandbox, sandbox.programs);
    },
  }));
}

/** A controller that cannot renew its lease ends itself, and its kubelet starts it again: we are that kubelet. */
async function apiAway({ api, programs, plan }: Sandbox): Promise<void> {
  api.faults.refuse(true);
  api.objects.as('sandbox-user').create({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: LATE_POD, namespace: 'shop' },
    spec: { nodeName: plan.nodes[1]!.name, containers: [{ name: 'main', image: 'stand-in' }] },
  });
  await delay(API_AWAY_MS);
  api.faults.refuse(false);
  for (const program of programs) if (!program.running) program.start();
  const isRunning = async () => api.objects.get<Pod>('pods', LATE_POD, 'shop')?.status?.phase === 'Running';
  await waitFor(`pod ${LATE_POD} running`, isRunning, { timeoutMs: PATIENCE_MS });
}

async function wipe({ central }: Sandbox): Promise<void> {
  const tables = [
    'Logical_Switch',
    'Logical_Router',
    'Address_Set',
    'Port_Group',
    'Load_Balancer',
    'Load_Balancer_Group',
  ];
  await central.nbctl(...tables.flatMap((table, index) => [...(index > 0 ? ['--'] : []), '--all', 'destroy', table]));
  const isBack = async () => (await central.nbctl('show', 'ovn-default')).includes('front-1');
  await waitFor('the switch of the pods', isBack, { timeoutMs: PATIENCE_MS });
  await central.waitChassis();
}
