// ovn-northd: on every member; the one that holds the lock in the Southbound database is active, the others stand by.

import { join } from 'node:path';
import { ManagedProcess } from '@kube-ovn/supervise';
import { type DatabaseKind, NORTHBOUND, SOUTHBOUND } from './database/kind.ts';
import { tlsArguments } from './database/server.ts';
import { type CentralSettings, endpointOf, isClustered } from './settings.ts';

export function northd(settings: CentralSettings): ManagedProcess {
  const { runDirectory, logDirectory, northdThreads } = settings;
  return new ManagedProcess({
    name: 'ovn-northd',
    binary: 'ovn-northd',
    command: settings.command,
    log: settings.log,
    controlSocket: join(runDirectory, 'ovn-northd.ctl'),
    pidFile: join(runDirectory, 'ovn-northd.pid'),
    logFile: logDirectory && join(logDirectory, 'ovn-northd.log'),
    args: () => [
      `--ovnnb-db=${remotes(settings, NORTHBOUND)}`,
      `--ovnsb-db=${remotes(settings, SOUTHBOUND)}`,
      `--n-threads=${northdThreads}`,
      ...tlsArguments(settings),
      ...['-vconsole:info', '-vsyslog:off', '-vfile:off'],
    ],
  });
}

/** A cluster is reached by the network even from here: only its leader takes writes. */
function remotes(settings: CentralSettings, kind: DatabaseKind): string {
  if (!isClustered(settings)) return `unix:${join(settings.runDirectory, kind.socket)}`;
  return settings.members.map((host) => endpointOf(settings, host, settings.ports[kind.short])).join(',');
}
