// ovs-vswitchd as a supervised process. A second one may be started beside the first: it waits for the lock in the database
// and takes the bridges over at the moment the first one ends.

import { join } from 'node:path';
import { ManagedProcess } from '@kube-ovn/supervise';
import { databaseSocket } from '../node/database.ts';
import type { NodeSettings } from '../settings.ts';

export function vswitchd(settings: NodeSettings, generation: string, mayRestart: () => boolean): ManagedProcess {
  const { run } = settings.directories;
  return new ManagedProcess({
    name: 'ovs-vswitchd',
    binary: 'ovs-vswitchd',
    command: settings.command,
    log: settings.log,
    priority: -10,
    controlSocket: join(run, `ovs-vswitchd.${generation}.ctl`),
    socketAlias: (pid) => join(run, `ovs-vswitchd.${pid}.ctl`),
    pidFile: join(run, 'ovs-vswitchd.pid'),
    logFile: settings.logDirectory && join(settings.logDirectory, 'ovs-vswitchd.log'),
    mayRestart,
    args: () => [
      `unix:${databaseSocket(settings.directories, generation)}`,
      // A kernel that has the module must not show its datapaths to a switch that shall not use them.
      ...(settings.datapath === 'userspace' ? ['--disable-system'] : []),
      ...['-vconsole:info', '-vsyslog:off', '-vfile:err', `--log-file=${complaintsFile(settings, generation)}`],
    ],
  });
}

/** The one place where a switch says that it waits for another one. */
export function complaintsFile({ directories }: NodeSettings, generation: string): string {
  return join(directories.run, `ovs-vswitchd.${generation}.log`);
}
