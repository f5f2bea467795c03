// From a parsed command line to what does it.

import { COLOURS, createProgress } from '@kube-ovn/testkit/launch';
import type { LabCommand } from './command-line.ts';
import { addNode } from './commands/add-node.ts';
import { build } from './commands/build.ts';
import { down } from './commands/down.ts';
import { loadImage } from './commands/load-image.ts';
import { logs } from './commands/logs.ts';
import { removeNode } from './commands/remove-node.ts';
import { replace } from './commands/replace.ts';
import { restart } from './commands/restart.ts';
import { shell } from './commands/shell.ts';
import { status } from './commands/status.ts';
import { runClusterTool } from './commands/tools.ts';
import { up } from './commands/up.ts';
import { power } from './outside/power.ts';
import { KUBECONFIG } from './paths.ts';
import { requireLab } from './state/lab-record.ts';
import { runSuite } from './suites/run-suite.ts';

/** Resolves to the exit code. */
export async function execute(command: LabCommand): Promise<number> {
  switch (command.verb) {
    case 'up':
      await up(command.options, command.values);
      return 0;
    case 'build':
      await build('kube-ovn', command.suites, createProgress(process.stdout, COLOURS));
      return 0;
    case 'down':
      await down();
      return 0;
    case 'status':
      return status(requireLab());
    case 'kubeconfig':
      requireLab();
      console.log(KUBECONFIG);
      return 0;
    case 'shell':
      return shell(requireLab(), command.node, command.command);
    case 'logs':
      return logs(requireLab(), command.node, command.program);
    case 'restart':
      await restart(requireLab(), command.node, command.program);
      return 0;
    case 'start':
    case 'stop':
      requireLab();
      await power(command.node, command.verb);
      return 0;
    case 'add-node':
      await addNode(requireLab());
      return 0;
    case 'remove-node':
      await removeNode(requireLab());
      return 0;
    case 'replace':
      await replace(requireLab(), command.node);
      return 0;
    case 'load-image':
      await loadImage(requireLab(), command.image);
      return 0;
    case 'kubectl':
    case 'helm':
      requireLab();
      return runClusterTool(command.verb, command.args);
    case 'suite':
      return runSuite(command.suite, command.focus);
  }
}
