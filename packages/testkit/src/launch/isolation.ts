// Starts a program in namespaces of its own: network, mounts, processes. When this process ends, however it ends,
// the kernel ends the first process in there, and with it everything that runs in there.

import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { PlainError } from './plain-error.ts';
import { childrenOf, identify, type ProcessIdentity } from './process-identity.ts';

/** How long the first process may take to end by itself, before it is killed. */
const PATIENCE_MS = 1_000;

export interface Isolated {
  /** First process of the new namespaces. */
  readonly init: ProcessIdentity;
  /** Exit code of the first process. */
  readonly ended: Promise<number>;
  /** Ends everything inside at once; resolves when nothing is left. */
  end(): Promise<void>;
}

/** `entry` is a TypeScript file; `setup` reaches it as its only argument. */
export async function startIsolated(entry: string, setup: object): Promise<Isolated> {
  const unshare = ['unshare', '--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const args = ['--pdeathsig', 'KILL', '--', ...unshare, '--', process.execPath, entry, JSON.stringify(setup)];
  // A session of its own: Ctrl-C is for us, who then end the sandbox.
  const child = spawn('setpriv', args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  const ended = exitCode(child);
  const init = await firstChild(child);
  if (!init) {
    throw new PlainError(
      'this machine does not let us make namespaces (unshare failed).',
      'Run it as root of a whole machine or of a privileged container.',
    );
  }
  const end = async () => {
    signalQuietly(init.pid, 'SIGTERM');
    const timer = setTimeout(() => signalQuietly(init.pid, 'SIGKILL'), PATIENCE_MS);
    await ended;
    clearTimeout(timer);
  };
  return { init, ended, end };
}

function exitCode(child: ChildProcess): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  child.once('error', () => resolve(127));
  child.once('exit', (code) => resolve(code ?? 1));
  return promise;
}

// unshare forks the first process of the new process namespace a moment after its own start.
async function firstChild(child: ChildProcess): Promise<ProcessIdentity | undefined> {
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const [pid] = childrenOf(child.pid);
    const identity = pid === undefined ? undefined : identify(pid);
    if (identity) return identity;
    await delay(2);
  }
  return undefined;
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself meanwhile.
  }
}
