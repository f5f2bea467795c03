// Runs one command to its end. A failure is an error that shows the command and what it said.

import { execFile } from 'node:child_process';
import type { Command } from './data-plane-command.ts';

const OUTPUT_LIMIT = 64 * 1024 * 1024;

/** Standard output without the last newline. */
export function runCommand(command: Command, timeoutMs = 60_000): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const options = { env: command.env, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: OUTPUT_LIMIT } as const;
  execFile(command.file, command.args, options, (cause, stdout, stderr) => {
    if (!cause) return resolve(stdout.replace(/\n$/, ''));
    const why = cause.killed ? `no end within ${timeoutMs} ms` : `exit ${cause.code}`;
    reject(new Error(`${shortForm(command)}: ${why}\n${stderr || stdout}`.trimEnd(), { cause }));
  });
  return promise;
}

/** A command of the host, with the host's environment. */
export function hostCommand(file: string, args: readonly string[], netns?: string): Command {
  const env = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]));
  return netns ? { file: 'nsenter', args: [`--net=${netns}`, '--', file, ...args], env } : { file, args, env };
}

// The loader and its library path say nothing to a reader.
function shortForm(command: Command): string {
  const words = [command.file, ...command.args];
  const libraries = words.indexOf('--library-path');
  return (libraries < 0 ? words : words.slice(libraries + 2)).join(' ');
}
