// A network namespace without a name: a waiting process holds it, so it vanishes with its maker, however that one ends.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dataPlaneCommand } from './data-plane-command.ts';
import { hostCommand, runCommand } from './run-command.ts';

export interface NetworkNamespace {
  /** For nsenter and for `netns` options: /proc/<pid>/ns/net. */
  readonly path: string;
  /** iproute2 of the data-plane root, inside. */
  ip(...args: string[]): Promise<string>;
  /** A program of the data-plane root, inside. */
  run(binary: string, ...args: string[]): Promise<string>;
  /** A program of the host, inside. */
  runHost(file: string, ...args: string[]): Promise<string>;
  close(): Promise<void>;
}

/** Needs root. Loopback is up. */
export async function openNetworkNamespace(): Promise<NetworkNamespace> {
  const holder = spawn('unshare', ['--net', '--', 'cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(holder, 'exit');
  // cat answers only after unshare has done its work.
  holder.stdin.write('ready\n');
  await Promise.race([once(holder.stdout, 'data'), exited]);
  if (holder.exitCode !== null) throw new Error('cannot make a network namespace: unshare failed (root is needed)');
  const path = `/proc/${holder.pid}/ns/net`;
  const run = (binary: string, ...args: string[]) => runCommand(dataPlaneCommand(binary, args, { netns: path }));
  await run('ip', 'link', 'set', 'lo', 'up');
  return {
    path,
    run,
    ip: (...args) => run('ip', ...args),
    runHost: (file, ...args) => runCommand(hostCommand(file, args, path)),
    close: async () => {
      holder.stdin.end();
      await exited;
    },
  };
}
