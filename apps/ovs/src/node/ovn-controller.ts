// ovn-controller as a supervised process.

import { join } from 'node:path';
import { ManagedProcess } from '@kube-ovn/supervise';
import type { NodeSettings } from '../settings.ts';
import { databaseSocket } from './database.ts';

/** Its chassis and its flows stay: the next one goes on from there. */
export const LEAVE_FLOWS = ['--restart'];

export function ovnController(settings: NodeSettings, generation: string, mayRestart: () => boolean): ManagedProcess {
  const { ovnRun } = settings.directories;
  return new ManagedProcess({
    name: 'ovn-controller',
    binary: 'ovn-controller',
    command: settings.command,
    log: settings.log,
    controlSocket: join(ovnRun, `ovn-controller.${generation}.ctl`),
    socketAlias: (pid) => join(ovnRun, `ovn-controller.${pid}.ctl`),
    pidFile: join(ovnRun, 'ovn-controller.pid'),
    logFile: settings.logDirectory && join(settings.logDirectory, 'ovn-controller.log'),
    mayRestart,
    args: () => [
      `unix:${databaseSocket(settings.directories, generation)}`,
      ...tlsArguments(settings),
      ...['-vconsole:info', '-vsyslog:off', '-vfile:off'],
    ],
  });
}

function tlsArguments({ tls }: NodeSettings): string[] {
  if (!tls) return [];
  const { key, cert, ca } = tls.paths;
  return [`--private-key=${key}`, `--certificate=${cert}`, `--ca-cert=${ca}`];
}
