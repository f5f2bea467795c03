// 1000 datagrams a second and a TCP stream between two pods on two nodes, measured over whatever happens meanwhile.

import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeObject } from '@kube-ovn/kube';
import type { Tools } from './tools.ts';
import { CLIENT, SERVER } from './traffic-programs.ts';

export const NAMESPACE = 'chart-suite';

export interface Losses {
  readonly sent: number;
  readonly lost: number;
  /** Longest row of unanswered datagrams, one a millisecond. */
  readonly gapMs: number;
  /** Why the stream broke; empty: it did not. */
  readonly broken: string;
  readonly streamed: number;
  readonly rows: readonly LostRow[];
}

/** Datagrams that were lost one after the other. */
export interface LostRow {
  /** Of the first of them, in milliseconds since the epoch. */
  readonly began: number;
  readonly lost: number;
}

interface Line {
  readonly at: number;
  readonly sent: number;
  readonly received: number;
  readonly gap: number;
  readonly bytes: number;
  readonly broken: string;
  readonly rows: readonly LostRow[];
}

/** Replaces what an earlier run has left. */
export async function startTraffic(tools: Tools): Promise<void> {
  await tools.runKubectl('delete', 'namespace', NAMESPACE, '--ignore-not-found', '--timeout=120s');
  await tools.send(['apply'], [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } }]);
  const image = await programImage(tools);
  const nodes = (await tools.list('nodes')).map(({ metadata }) => metadata.name).sort();
  await tools.send(['apply'], [pod('server', nodes.at(-1)!, image, SERVER)]);
  const address = await running(tools, 'server');
  await tools.send(['apply'], [pod('client', nodes.at(-2) ?? nodes.at(-1)!, image, CLIENT, address)]);
  await running(tools, 'client');
  await tools.until('traffic flows', async () => {
    const line = (await lines(tools)).at(-1);
    return line !== undefined && line.received > 1_000 && line.bytes > 0;
  });
}

export async function stopTraffic(tools: Tools): Promise<void> {
  await tools.runKubectl('delete', 'namespace', NAMESPACE, '--ignore-not-found', '--timeout=120s');
}

export async function lossesDuring(tools: Tools, work: () => Promise<void>): Promise<Losses> {
  const before = (await lines(tools)).at(-1)!;
  await work();
  // Datagrams are judged when they are a second old.
  await sleep(1_600);
  const after = (await lines(tools)).filter(({ at }) => at > before.at);
  const last = after.at(-1) ?? before;
  return {
    sent: last.sent - before.sent,
    lost: last.sent - before.sent - (last.received - before.received),
    gapMs: Math.max(0, ...after.map(({ gap }) => gap)),
    broken: last.broken,
    streamed: last.bytes - before.bytes,
    rows: after.flatMap(({ rows }) => rows),
  };
}

async function lines(tools: Tools): Promise<Line[]> {
  const text = await tools.runKubectl('-n', NAMESPACE, 'logs', 'client');
  return text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));
}

async function running(tools: Tools, name: string): Promise<string> {
  await tools.runKubectl('-n', NAMESPACE, 'wait', `pod/${name}`, '--for=condition=Ready', '--timeout=120s');
  return (await tools.runKubectl('-n', NAMESPACE, 'get', 'pod', name, '-o', 'jsonpath={.status.podIP}')).trim();
}

/** "42 ms at 10:31:07.123, ..." */
export function textOfRows(rows: readonly LostRow[]): string {
  return rows.map(({ began, lost }) => `${lost} ms at ${new Date(began).toISOString().slice(11, 23)}`).join(', ');
}

export async function programImage({ runKubectl, namespace }: Tools): Promise<string> {
  const path = 'jsonpath={.spec.template.spec.containers[0].image}';
  return (await runKubectl('-n', namespace, 'get', 'daemonset', 'kube-ovn-cni', '-o', path)).trim();
}

function pod(name: string, nodeName: string, image: string, program: string, target = ''): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: NAMESPACE },
    spec: {
      nodeName,
      terminationGracePeriodSeconds: 0,
      tolerations: [{ operator: 'Exists' }],
      containers: [{ name: 'c', image, command: ['node', '-e', program], env: [{ name: 'TARGET', value: target }] }],
    },
  };
}
