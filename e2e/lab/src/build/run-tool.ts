// Runs a tool whose output matters only when it fails; then it is the detail of a plain error.

import { type SpawnOptions, spawn } from 'node:child_process';
import { PlainError } from '@kube-ovn/testkit/launch';

export interface ToolOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** What the tool reads. */
  readonly input?: string;
  /** Said when it fails. */
  readonly advice?: string;
}

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const DEFAULT_ADVICE = 'The lines above are the tool’s own words. Run the same command again once the cause is gone.';

/** Resolves to what the tool wrote to its standard output. */
export async function runTool(
  what: string,
  file: string,
  args: readonly string[],
  options: ToolOptions = {},
): Promise<string> {
  const { code, stdout, stderr } = await capture(file, args, options);
  if (code === 0) return stdout;
  throw new PlainError(`${what} failed.`, options.advice ?? DEFAULT_ADVICE, `${stdout}\n${stderr}`.trim());
}

/** Never rejects: a program that cannot be started has code 127. */
export function capture(file: string, args: readonly string[], options: ToolOptions = {}): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const { cwd, env, input } = options;
  const spawnOptions: SpawnOptions = { cwd, env, stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] };
  const child = spawn(file, args, spawnOptions);
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  child.on('error', (error) => resolve({ code: 127, stdout, stderr: `${stderr}${error.message}` }));
  child.on('close', (code) => resolve({ code: code ?? 1, stdout, stderr }));
  // A tool that ends without reading everything is judged by its exit code.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  return promise;
}
