// `kubectl` and `helm`, those of the lab, on the lab.

import { HELM, KUBERNETES } from '../build/program-list.ts';
import { program } from '../build/programs.ts';
import { runForeground } from '../outside/foreground.ts';
import { KUBECONFIG } from '../paths.ts';

export function runClusterTool(tool: 'kubectl' | 'helm', args: readonly string[]): Promise<number> {
  const file = program(tool === 'kubectl' ? KUBERNETES : HELM, tool);
  return runForeground(file, args, { ...process.env, KUBECONFIG });
}
