// `status`: nodes, pods that are not well, and memory by program.

import { COLOURS } from '@kube-ovn/testkit/launch';
import { answered, connectCluster } from '../cluster/client.ts';
import { hasCondition, NODES, type NodeObject, PODS, type PodObject } from '../cluster/resources.ts';
import { tryOnNode } from '../outside/enter-node.ts';
import { clusterPlan } from '../plan/cluster-plan.ts';
import type { RunningLab } from '../state/lab-record.ts';

/** Exit code: 0 when all nodes and pods are well. */
export async function status(lab: RunningLab): Promise<number> {
  const { options } = lab;
  const plan = clusterPlan(options);
  console.log(COLOURS.bold(`${options.nodes} nodes, ${options.stack}, network ${options.network}`));
  const client = await connectCluster();
  try {
    const nodes = await answered('list of nodes', client.list<NodeObject>(NODES));
    const pods = await answered('list of pods', client.list<PodObject>(PODS));
    const memory = await Promise.all(plan.nodeList.map(({ name }) => memoryOf(lab, name)));
    plan.nodeList.forEach(({ name }, index) => {
      const node = nodes.items.find(({ metadata }) => metadata.name === name);
      const own = pods.items.filter(({ spec }) => spec.nodeName === name).length;
      console.log(
        `  ${name.padEnd(14)} ${readiness(node).padEnd(10)} ${String(own).padStart(3)} pods  ${memory[index]}`,
      );
    });
    const unwell = pods.items.filter((pod) => !isWell(pod));
    console.log(`  ${pods.items.length} pods, ${unwell.length} of them not ready`);
    for (const pod of unwell) console.log(`    ${COLOURS.yellow(describePod(pod))}`);
    const ready = nodes.items.filter(({ status: state }) => hasCondition(state?.conditions, 'Ready')).length;
    return ready === options.nodes && unwell.length === 0 ? 0 : 1;
  } finally {
    client.close();
  }
}

function readiness(node: NodeObject | undefined): string {
  if (!node) return 'absent';
  return hasCondition(node.status?.conditions, 'Ready') ? 'Ready' : 'NotReady';
}

function isWell({ status: state }: PodObject): boolean {
  return state?.phase === 'Succeeded' || hasCondition(state?.conditions, 'Ready');
}

function describePod({ metadata, spec, status: state }: PodObject): string {
  const reasons = state?.containerStatuses?.flatMap(({ state: container }) => container?.waiting?.reason ?? []) ?? [];
  const why = [state?.phase ?? 'unknown', ...reasons].join(', ');
  return `${metadata.namespace}/${metadata.name} on ${spec.nodeName ?? 'no node'}: ${why}`;
}

async function memoryOf(lab: RunningLab, node: string): Promise<string> {
  const { code, stdout } = await tryOnNode(lab, node, ['ps', '-eo', 'rss=,comm=']);
  return code === 0 ? memoryLine(stdout) : COLOURS.red('off');
}

/** From lines of `ps`: the programs above 20 MB, largest first. */
export function memoryLine(lines: string): string {
  const sums = new Map<string, number>();
  for (const line of lines.trim().split('\n')) {
    const [rss = '0', ...words] = line.trim().split(/\s+/);
    const name = words.join(' ');
    sums.set(name, (sums.get(name) ?? 0) + Number(rss) / 1024);
  }
  const total = [...sums.values()].reduce((sum, value) => sum + value, 0);
  const largest = [...sums].filter(([, value]) => value > 20).sort(([, one], [, other]) => other - one);
  return `${Math.round(total)} MB: ${largest.map(([name, value]) => `${name} ${Math.round(value)}`).join(', ')}`;
}
