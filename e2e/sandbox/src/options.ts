// The command line of `npm start`.

import { PlainError } from '@kube-ovn/testkit/launch';
import { Command, CommanderError, InvalidArgumentError } from 'commander';

export type Stack = 'ipv4' | 'ipv6' | 'dual';

export interface SandboxOptions {
  /** Check, print, remove, exit; exit code 0 only when every probe was as expected. */
  readonly once: boolean;
  /** File for the result as JSON. */
  readonly json: string | undefined;
  readonly nodes: number;
  readonly stack: Stack;
}

const STACKS: readonly Stack[] = ['ipv4', 'ipv6', 'dual'];
const MIN_NODES = 2;
const MAX_NODES = 9;

/** undefined: help was asked for and shown. */
export function parseOptions(argv: readonly string[]): SandboxOptions | undefined {
  const command = new Command('npm start --')
    .description('Brings up a whole cluster network in namespaces of this machine and shows who reaches whom.')
    .option('--once', 'check, print, remove everything; exit code 0 only if all is as expected', false)
    .option('--json <file>', 'also write the result as JSON')
    .option('--nodes <number>', 'how many nodes, the first is the control plane', parseNodes, 3)
    .option('--stack <families>', 'ipv4, ipv6 or dual', parseStack, 'dual')
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  try {
    command.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    throw new PlainError(error.message.replace(/^error: /, ''), 'See `npm start -- --help`.');
  }
  return command.opts<SandboxOptions>();
}

function parseNodes(text: string): number {
  const nodes = Number(text);
  if (Number.isInteger(nodes) && nodes >= MIN_NODES && nodes <= MAX_NODES) return nodes;
  throw new InvalidArgumentError(`Give a number from ${MIN_NODES} to ${MAX_NODES}.`);
}

function parseStack(text: string): Stack {
  const stack = STACKS.find((known) => known === text);
  if (stack) return stack;
  throw new InvalidArgumentError(`Give one of ${STACKS.join(', ')}.`);
}
