// How a command gets into the namespaces of the lab, and there into those of a node.

import { readFileSync } from 'node:fs';
import { PlainError } from '@kube-ovn/testkit/launch';
import { capture, type Outcome, runTool } from '../build/run-tool.ts';
import { NODE_ENV } from '../node/node-env.ts';
import { pidFile } from '../paths.ts';
import type { RunningLab } from '../state/lab-record.ts';

export interface EnterCommand {
  readonly file: string;
  readonly args: readonly string[];
}

/** The outer namespaces: what runs there is the outside world for the nodes. */
export function outerCommand({ init }: RunningLab, command: readonly string[]): EnterCommand {
  return { file: 'nsenter', args: ['--target', String(init.pid), '--mount', '--net', '--pid', '--', ...command] };
}

export function nodeCommand(lab: RunningLab, node: string, command: readonly string[]): EnterCommand {
  const namespaces = ['--mount', '--uts', '--ipc', '--net', '--pid', '--cgroup'];
  const env = Object.entries({ ...NODE_ENV, TERM: process.env.TERM ?? 'dumb' }).map(
    ([name, value]) => `${name}=${value}`,
  );
  // Two steps: pids of the second exist only in the process namespace of the first.
  const inner = ['nsenter', '--target', pidOf(node), ...namespaces, '--', '/usr/bin/env', '-i', ...env, ...command];
  return outerCommand(lab, inner);
}

export function runOnNode(lab: RunningLab, node: string, command: readonly string[], input?: string): Promise<string> {
  const { file, args } = nodeCommand(lab, node, command);
  return runTool(`${command.join(' ')} on ${node}`, file, args, { input });
}

export function tryOnNode(lab: RunningLab, node: string, command: readonly string[]): Promise<Outcome> {
  const { file, args } = nodeCommand(lab, node, command);
  return capture(file, args);
}

function pidOf(node: string): string {
  try {
    return readFileSync(pidFile(node), 'utf8');
  } catch (cause) {
    throw new PlainError(`the node ${node} is not there, or is off.`, 'See `npm run lab -- status`.', '', cause);
  }
}
