// A program of the data-plane root as a command of the host: run by the root's own loader and libraries, without chroot.

import { join } from 'node:path';
import { binaryPath, requireDataPlaneRoot } from './data-plane-root.ts';

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface CommandOptions {
  /** Folder for sockets, logs, pid files and databases of OVS and OVN programs. */
  readonly directory?: string;
  /** Network namespace to run in, as a path. Needs root. */
  readonly netns?: string;
}

const LOADERS = {
  x64: { loader: 'lib64/ld-linux-x86-64.so.2', triplet: 'x86_64-linux-gnu' },
  arm64: { loader: 'lib/ld-linux-aarch64.so.1', triplet: 'aarch64-linux-gnu' },
} as const;

export function dataPlaneCommand(binary: string, args: readonly string[], options: CommandOptions = {}): Command {
  const root = requireDataPlaneRoot();
  const { loader, triplet } = LOADERS[process.arch === 'arm64' ? 'arm64' : 'x64'];
  const libraries = `${join(root, 'lib', triplet)}:${join(root, 'usr/lib', triplet)}`;
  const command = [join(root, loader), '--library-path', libraries, binaryPath(root, binary), ...args];
  // nsenter execs: the pid of the child stays the pid of the program.
  if (options.netns) command.unshift('nsenter', `--net=${options.netns}`, '--');
  return { file: command[0]!, args: command.slice(1), env: dataPlaneEnv(root, options.directory) };
}

function dataPlaneEnv(root: string, directory: string | undefined): Record<string, string> {
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '/usr/sbin:/usr/bin:/sbin:/bin',
    LC_ALL: 'C.UTF-8',
    OVS_PKGDATADIR: join(root, 'usr/share/openvswitch'),
    OVN_PKGDATADIR: join(root, 'usr/share/ovn'),
  };
  if (!directory) return env;
  for (const program of ['OVS', 'OVN']) {
    for (const kind of ['RUNDIR', 'LOGDIR', 'SYSCONFDIR', 'DBDIR']) env[`${program}_${kind}`] = directory;
  }
  return env;
}
