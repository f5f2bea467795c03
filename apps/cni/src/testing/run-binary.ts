// Executes the built binary as a runtime does: environment, standard input, standard output, exit code.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { BINARY } from '../../scripts/build.ts';

export interface BinaryRun {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string | Buffer;
  readonly onSpawn?: (kill: () => void) => void;
}

export interface BinaryResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

export async function runBinary({ env = {}, stdin = '', onSpawn }: BinaryRun): Promise<BinaryResult> {
  const child = spawn(BINARY, [], { env: { ...env }, stdio: 'pipe' });
  onSpawn?.(() => child.kill('SIGKILL'));
  // A shim that refuses early does not read everything.
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (piece) => {
    output.stdout += piece;
  });
  child.stderr.on('data', (piece) => {
    output.stderr += piece;
  });
  const [exitCode, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { ...output, exitCode, signal };
}
