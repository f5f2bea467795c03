// Which datapath this node runs: as told, or by the label of its Node. Remembered, for a start without the API server.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KubeClient, ResourceRef } from '@kube-ovn/kube';
import type { SupervisorLog } from '@kube-ovn/supervise';
import type { Datapath } from '../settings.ts';

const NODES: ResourceRef = { group: '', version: 'v1', plural: 'nodes', namespaced: false, kind: 'Node' };
export const DATAPATH_LABEL = 'ovn.kubernetes.io/ovs_dp_type';
const TIMEOUT_MS = 5_000;

export interface DatapathQuestion {
  readonly told: 'auto' | Datapath;
  readonly client: KubeClient;
  readonly node: string;
  readonly etcDirectory: string;
  readonly log: SupervisorLog;
}

export async function chooseDatapath({ told, client, node, etcDirectory, log }: DatapathQuestion): Promise<Datapath> {
  if (told !== 'auto') return told;
  const memory = join(etcDirectory, 'kube-ovn-datapath');
  const answer = await client.get(NODES, node, undefined, { timeoutMs: TIMEOUT_MS });
  if (!answer.ok) {
    const remembered = read(memory);
    log.warn({ err: answer.error, remembered }, 'the label of this node cannot be read');
    if (remembered) return remembered;
    throw new Error(`cannot read Node ${node} to learn its datapath: ${answer.error.message}`, { cause: answer.error });
  }
  const datapath = answer.value.metadata.labels?.[DATAPATH_LABEL] === 'userspace' ? 'userspace' : 'system';
  mkdirSync(etcDirectory, { recursive: true });
  writeFileSync(memory, datapath);
  return datapath;
}

function read(path: string): Datapath | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    return text === 'userspace' || text === 'system' ? text : undefined;
  } catch {
    return undefined;
  }
}
