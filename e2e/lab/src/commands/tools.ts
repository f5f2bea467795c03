// `kubectl` and `helm`, those of the lab, on the lab.

import { HELM, KUBERNETES } from '../build/program-list.ts';
import { program } from '../build/programs.ts';
import { runForeground } from '../outside/foreground.ts';
import { KUBECONFIG } from '../paths.ts';

export function clusterTool(tool: 'kubectl' | 'helm'): string {
  return program(tool === 'kubectl' ? KUBERNETES : HELM, tool);
}

export function runClusterTool(tool: 'kubectl' | 'helm', args: readonly string[]): Promise<number> {
  return runForeground(clusterTool(tool), args, { ...process.env, KUBECONFIG });
}
