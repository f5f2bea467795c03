// Runs a command that owns the terminal; its end is ours.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';

export async function runForeground(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  // Ctrl-C reaches the command by itself.
  const ignore = () => {};
  process.on('SIGINT', ignore);
  const child = spawn(file, args, { stdio: 'inherit', env });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  process.off('SIGINT', ignore);
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}
