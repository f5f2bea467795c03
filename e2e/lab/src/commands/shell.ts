// `shell NODE [COMMAND...]`

import { nodeCommand } from '../outside/enter-node.ts';
import { runForeground } from '../outside/foreground.ts';
import type { RunningLab } from '../state/lab-record.ts';

export function shell(lab: RunningLab, node: string, command: readonly string[]): Promise<number> {
  const { file, args } = nodeCommand(lab, node, command.length > 0 ? command : ['/bin/bash', '--login']);
  return runForeground(file, args);
}
