// The cases. Each begins with pods on all nodes that reach each other, and ends so.

import type { Tools } from '@kube-ovn/chart';
import type { KubeClient } from '@kube-ovn/kube';
import { addNode } from '../../commands/add-node.ts';
import { removeNode } from '../../commands/remove-node.ts';
import { replace } from '../../commands/replace.ts';
import { restart } from '../../commands/restart.ts';
import { clusterPlan } from '../../plan/cluster-plan.ts';
import { requireLab } from '../../state/lab-record.ts';
import { check, type SuiteCase } from '../run-cases.ts';
import { everybodyReaches, restartedPodReaches } from './echo-pods.ts';
import { programRestarts } from './program-restart.ts';
import { chassisOf, nothingIsLeftOf } from './traces.ts';

export interface NodeLife {
  readonly client: KubeClient;
  readonly tools: Tools;
}

export const NODE_LIFE: readonly SuiteCase<NodeLife>[] = [
  {
    name: 'kubelet restarts: pods keep running, nothing is lost',
    run: (shared) => programRestarts('kubelet', lastNode(), shared),
  },
  {
    name: 'containerd restarts: pods keep running, nothing is lost',
    run: (shared) => programRestarts('containerd', lastNode(), shared),
  },
  {
    name: 'a worker loses its power and comes back',
    run: ({ client }) => powerLoss(client, lastNode()),
  },
  {
    name: 'the control plane loses its power and comes back',
    run: ({ client }) => powerLoss(client, clusterPlan(requireLab().options).nodeList[0]!.name),
  },
  {
    name: 'a node is deleted, and another machine joins under its name',
    async run({ client, tools }) {
      const name = lastNode();
      const before = await everybodyReaches(client);
      const [chassis] = await chassisOf(name, tools);
      const started = performance.now();
      await replace(requireLab(), name, () => nothingIsLeftOf(name, client, tools));
      await restartedPodReaches(client, name, before);
      report(`${name} deleted and joined again`, started);
      const now = await chassisOf(name, tools);
      check(now.length === 1 && now[0] !== chassis, `chassis before: ${chassis}, now: ${now}`);
    },
  },
  {
    name: 'a node joins, and is deleted: nothing of it stays',
    async run({ client, tools }) {
      await everybodyReaches(client);
      const started = performance.now();
      await addNode(requireLab());
      await everybodyReaches(client);
      report('a fourth node joined', started);
      const name = await removeNode(requireLab());
      await nothingIsLeftOf(name, client, tools);
      await everybodyReaches(client);
    },
  },
];

async function powerLoss(client: KubeClient, name: string): Promise<void> {
  const before = await everybodyReaches(client);
  const started = performance.now();
  await restart(requireLab(), name, undefined);
  const after = await restartedPodReaches(client, name, before);
  report(`${name} without power`, started);
  const addresses = (pods: typeof before) => pods.find(({ node }) => node === name)?.addresses;
  check(addresses(after) === addresses(before), `addresses before: ${addresses(before)}, now: ${addresses(after)}`);
}

function lastNode(): string {
  return clusterPlan(requireLab().options).nodeList.at(-1)!.name;
}

function report(what: string, started: number): void {
  console.log(
    `  ${what}: pods of all nodes reach each other after ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
}
