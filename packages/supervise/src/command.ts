// The programs of OVN and Open vSwitch as commands. Where they are is one decision, made by who starts the supervisor.

import { execFile } from 'node:child_process';

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type MakeCommand = (binary: string, args: readonly string[]) => Command;

export class ToolError extends Error {
  readonly exitCode: number | undefined;

  constructor(message: string, exitCode: number | undefined, cause: unknown) {
    super(message, { cause });
    this.name = 'ToolError';
    this.exitCode = exitCode;
  }
}

const OUTPUT_LIMIT = 256 * 1024 * 1024;

/** As the image has them: in PATH. */
export function systemCommand(env: Readonly<Record<string, string>> = {}): MakeCommand {
  return (binary, args) => ({ file: binary, args, env: { ...process.env, ...env } });
}

/** Standard output of a program that ends by itself; anything but exit code 0 rejects with what it said. */
export function runTool(command: Command, { timeoutMs = 60_000, input = '' } = {}): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const { file, args, env } = command;
  const options = { env, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: OUTPUT_LIMIT } as const;
  const child = execFile(file, args, options, (error, stdout, stderr) => {
    if (!error) return resolve(stdout);
    const code = typeof error.code === 'number' ? error.code : undefined;
    const why = error.killed ? `no end within ${timeoutMs} ms` : stderr.trim() || error.message;
    reject(new ToolError(`${args.find((word) => !word.startsWith('-')) ?? file}: ${why}`, code, error));
  });
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  return promise;
}
