// The command line of `npm run lab --`, turned into one value that says what to do.

import { PlainError } from '@kube-ovn/testkit/launch';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { type LabOptions, MAX_NODES, NETWORKS, type Network, STACKS, type Stack } from './options.ts';
import { SUITES, type SuiteName } from './suites/suite-names.ts';

export type LabCommand =
  | { readonly verb: 'up'; readonly options: LabOptions; readonly values: readonly string[] }
  | { readonly verb: 'build'; readonly suites: boolean }
  | { readonly verb: 'down' | 'status' | 'kubeconfig' | 'add-node' | 'remove-node' }
  | { readonly verb: 'start' | 'stop' | 'replace'; readonly node: string }
  | { readonly verb: 'shell'; readonly node: string; readonly command: readonly string[] }
  | { readonly verb: 'logs'; readonly node: string | undefined; readonly program: string | undefined }
  | { readonly verb: 'restart'; readonly node: string; readonly program: string | undefined }
  | { readonly verb: 'load-image'; readonly image: string }
  | { readonly verb: 'kubectl' | 'helm'; readonly args: readonly string[] }
  | { readonly verb: 'suite'; readonly suite: SuiteName; readonly focus: string | undefined };

interface UpFlags {
  readonly nodes: number;
  readonly stack: Stack;
  readonly cni: Network;
  readonly kubeProxy: boolean;
  readonly values: readonly string[];
}

/** undefined: help was asked for and shown. */
export function parseCommandLine(argv: readonly string[]): LabCommand | undefined {
  let chosen: LabCommand | undefined;
  const program = describe((command) => {
    chosen = command;
  });
  try {
    program.parse(argv.length === 0 ? ['--help'] : argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    throw new PlainError(error.message.replace(/^error: /, ''), 'See `npm run lab -- --help`.');
  }
  return chosen;
}

function describe(choose: (command: LabCommand) => void): Command {
  const program = new Command('npm run lab --')
    .description(
      'A real Kubernetes of several nodes on this machine, in namespaces, with our network installed by Helm.',
    )
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  const verb = (usage: string, description: string) => program.command(usage).description(description).exitOverride();

  verb('up', 'builds what is missing, starts the cluster, installs the network and waits until pods reach each other')
    .option('--nodes <number>', 'how many nodes, the first is the control plane', parseNodes, 3)
    .option('--stack <families>', STACKS.join(', '), oneOf(STACKS), 'dual' as const)
    .option('--cni <network>', NETWORKS.join(', '), oneOf(NETWORKS), 'kube-ovn' as const)
    .option('--without-kube-proxy', 'leave Services to the network')
    .option('--values <file>', 'Helm values on top of the lab’s own; may be given more than once', append, [])
    .action(({ nodes, stack, cni, withoutKubeProxy, values }: UpFlags & { withoutKubeProxy?: boolean }) => {
      choose({ verb: 'up', options: { nodes, stack, network: cni, kubeProxy: !withoutKubeProxy }, values });
    });
  verb('build', 'only builds what `up` would build')
    .option('--suites', 'also what the suites need', false)
    .action(({ suites }: { suites: boolean }) => choose({ verb: 'build', suites }));
  verb('down', 'ends the cluster; what was built stays').action(() => choose({ verb: 'down' }));
  verb('status', 'nodes, pods, memory').action(() => choose({ verb: 'status' }));
  verb('kubeconfig', 'prints the path of the kubeconfig').action(() => choose({ verb: 'kubeconfig' }));
  verb('shell <node> [command...]', 'a shell, or one command, on a node')
    .passThroughOptions()
    .action((node: string, command: string[]) => choose({ verb: 'shell', node, command }));
  verb('logs [node] [program]', 'the last lines of what the nodes’ programs wrote').action(
    (node: string | undefined, program: string | undefined) => choose({ verb: 'logs', node, program }),
  );
  verb('restart <node> [program]', 'powers a node off and on again, or restarts one program of it').action(
    (node: string, program: string | undefined) => choose({ verb: 'restart', node, program }),
  );
  verb('stop <node>', 'powers a node off').action((node: string) => choose({ verb: 'stop', node }));
  verb('start <node>', 'powers a node on').action((node: string) => choose({ verb: 'start', node }));
  verb('add-node', 'one more node joins').action(() => choose({ verb: 'add-node' }));
  verb('remove-node', 'the last node goes for good').action(() => choose({ verb: 'remove-node' }));
  verb('replace <node>', 'deletes a node, which joins again under its name with an empty disk').action((node: string) =>
    choose({ verb: 'replace', node }),
  );
  verb('load-image <image>', 'brings an image archive, or an image of buildah, to every node').action((image: string) =>
    choose({ verb: 'load-image', image }),
  );
  for (const tool of ['kubectl', 'helm'] as const) {
    verb(`${tool} [arguments...]`, `${tool} on the cluster`)
      .passThroughOptions()
      .allowUnknownOption()
      .helpOption(false)
      .action((args: string[]) => choose({ verb: tool, args }));
  }
  verb('suite <name>', `runs others’ tests: ${SUITES.join(', ')}`)
    .option('--focus <pattern>', 'only tests whose name matches')
    .action((name: string, { focus }: { focus?: string }) => {
      choose({ verb: 'suite', suite: oneOf(SUITES)(name), focus });
    });
  return program;
}

function parseNodes(text: string): number {
  const nodes = Number(text);
  if (Number.isInteger(nodes) && nodes >= 1 && nodes <= MAX_NODES) return nodes;
  throw new InvalidArgumentError(`Give a number from 1 to ${MAX_NODES}.`);
}

function oneOf<T extends string>(known: readonly T[]): (text: string) => T {
  return (text) => {
    const value = known.find((name) => name === text);
    if (value !== undefined) return value;
    throw new InvalidArgumentError(`"${text}" is none of ${known.join(', ')}.`);
  };
}

function append(text: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, text];
}
