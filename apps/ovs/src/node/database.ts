// The node's own database: made when it is not there, brought to this release's schema before it is served.

import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ManagedProcess, runTool } from '@kube-ovn/supervise';
import type { NodeSettings } from '../settings.ts';

export async function prepareDatabase({ directories, command, log }: NodeSettings): Promise<void> {
  const path = join(directories.etc, 'conf.db');
  const schema = join(directories.schema, 'vswitch.ovsschema');
  const tool = (...args: string[]) => runTool(command('ovsdb-tool', ['-voff', ...args]));
  await mkdir(directories.etc, { recursive: true });
  if (existsSync(path)) {
    try {
      if ((await tool('needs-conversion', path, schema)).trim() === 'yes') await tool('convert', path, schema);
      return;
    } catch (error) {
      // Everything in it is asserted again by us, by ovn-controller and by the daemon.
      const keptAs = `${path}.aside-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
      await rename(path, keptAs);
      log.warn({ err: error, keptAs }, 'the database of this node cannot be read and is begun anew');
    }
  }
  await rm(`${path}.new`, { force: true });
  await tool('create', `${path}.new`, schema);
  await rename(`${path}.new`, path);
}

export function databaseServer(settings: NodeSettings, generation: string, mayRestart: () => boolean): ManagedProcess {
  const { run, etc } = settings.directories;
  return new ManagedProcess({
    name: 'ovsdb-server',
    binary: 'ovsdb-server',
    command: settings.command,
    log: settings.log,
    priority: -10,
    controlSocket: join(run, `ovsdb-server.${generation}.ctl`),
    socketAlias: (pid) => join(run, `ovsdb-server.${pid}.ctl`),
    pidFile: join(run, 'ovsdb-server.pid'),
    logFile: settings.logDirectory && join(settings.logDirectory, 'ovsdb-server.log'),
    mayRestart,
    args: () => [
      join(etc, 'conf.db'),
      `--remote=punix:${join(run, 'db.sock')}`,
      '--remote=db:Open_vSwitch,Open_vSwitch,manager_options',
      ...['-vconsole:info', '-vsyslog:off', '-vfile:off'],
    ],
  });
}
