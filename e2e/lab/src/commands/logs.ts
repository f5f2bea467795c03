// `logs [NODE] [PROGRAM]`: the last lines of one program, of all of a node, or of all.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COLOURS, PlainError } from '@kube-ovn/testkit/launch';
import { LAB_LOG, nodeLogs } from '../paths.ts';
import { clusterPlan } from '../plan/cluster-plan.ts';
import type { LabRecord } from '../state/lab-record.ts';

const MANY = 200;
const FEW = 10;

export function logs({ options }: LabRecord, node: string | undefined, program: string | undefined): number {
  const nodes = clusterPlan(options).nodeList.map(({ name }) => name);
  if (node !== undefined && !nodes.includes(node)) {
    throw new PlainError(`there is no node "${node}".`, `Use one of: ${nodes.join(', ')}.`);
  }
  if (node !== undefined && program !== undefined) {
    const file = join(nodeLogs(node), `${program}.log`);
    if (!existsSync(file)) {
      throw new PlainError(`${node} has no log of "${program}".`, `Use one of: ${programsOf(node).join(', ')}.`);
    }
    console.log(tail(file, MANY));
    return 0;
  }
  if (node === undefined) show('lab', LAB_LOG);
  for (const name of node === undefined ? nodes : [node]) {
    for (const each of programsOf(name)) show(`${name} ${each}`, join(nodeLogs(name), `${each}.log`));
  }
  return 0;
}

function show(title: string, file: string): void {
  const text = tail(file, FEW);
  if (text !== '') console.log(`${COLOURS.bold(`== ${title}`)}\n${text}`);
}

function programsOf(node: string): string[] {
  return readdirSync(nodeLogs(node))
    .filter((name) => name.endsWith('.log'))
    .map((name) => name.slice(0, -'.log'.length));
}

function tail(file: string, lines: number): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}
