// What the cluster still knows of a node: its chassis in OVN, its address in the API.

import type { Tools } from '@kube-ovn/chart';
import type { KubeClient, KubeObject } from '@kube-ovn/kube';
import { answered } from '../../cluster/client.ts';
import { IPS } from '../../cluster/resources.ts';
import { waitUntil } from '../../cluster/wait.ts';

const LIMIT_MS = 60_000;

export async function nothingIsLeftOf(node: string, client: KubeClient, tools: Tools): Promise<void> {
  await waitUntil(
    `nothing is left of ${node}`,
    async () => {
      const found = [...(await rowsOf(node, tools)), ...(await addressesOf(node, client))];
      return found.length === 0 ? undefined : found.join('\n');
    },
    LIMIT_MS,
  );
}

export async function chassisOf(node: string, tools: Tools): Promise<string[]> {
  const text = await ovn(tools, 'ovn-sbctl', '--bare', '--columns=name', 'find', 'Chassis', `hostname=${node}`);
  return text.split('\n').filter((line) => line !== '');
}

async function rowsOf(node: string, tools: Tools): Promise<string[]> {
  const port = await ovn(
    tools,
    'ovn-nbctl',
    '--bare',
    '--columns=name',
    'find',
    'Logical_Switch_Port',
    `name=node-${node}`,
  );
  const chassis = await chassisOf(node, tools);
  return [...chassis.map((name) => `chassis ${name}`), ...(port.trim() === '' ? [] : [`port ${port.trim()}`])];
}

async function addressesOf(node: string, client: KubeClient): Promise<string[]> {
  const { items } = await answered('list of IPs', client.list<KubeObject>(IPS));
  return items.map(({ metadata }) => metadata.name).filter((name) => name === `node-${node}`);
}

function ovn(tools: Tools, program: string, ...args: string[]): Promise<string> {
  return tools.runKubectl(
    '-n',
    tools.namespace,
    'exec',
    'deployment/ovn-central',
    '-c',
    'ovn-central',
    '--',
    program,
    ...args,
  );
}
