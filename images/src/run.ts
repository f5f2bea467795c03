// Runs a tool to its end and answers with what it printed.

import { execFileSync, spawnSync } from 'node:child_process';

const OUTPUT_LIMIT = 512 * 1024 * 1024;

export interface RunOptions {
  readonly cwd?: string;
  /** What it says on its error output matters only when it fails. */
  readonly quiet?: boolean;
}

export function run(file: string, args: readonly string[], { cwd, quiet = false }: RunOptions = {}): string {
  const stdio: ['ignore', 'pipe', 'pipe' | 'inherit'] = ['ignore', 'pipe', quiet ? 'pipe' : 'inherit'];
  return execFileSync(file, args, { cwd, encoding: 'utf8', maxBuffer: OUTPUT_LIMIT, stdio });
}

export function works(file: string, args: readonly string[]): boolean {
  return spawnSync(file, args, { stdio: 'ignore' }).status === 0;
}
