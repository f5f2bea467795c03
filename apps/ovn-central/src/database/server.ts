// ovsdb-server of one database as a supervised process.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ManagedProcess } from '@kube-ovn/supervise';
import type { CentralSettings } from '../settings.ts';
import type { DatabaseKind } from './kind.ts';
import { serverConfig } from './server-config.ts';

export function databaseServer(kind: DatabaseKind, settings: CentralSettings, databasePath: string): ManagedProcess {
  const { runDirectory, logDirectory } = settings;
  const name = `ovsdb-server-${kind.short}`;
  const configPath = join(runDirectory, `ovn${kind.short}_db.json`);
  return new ManagedProcess({
    name,
    binary: 'ovsdb-server',
    command: settings.command,
    log: settings.log,
    controlSocket: join(runDirectory, kind.controlSocket),
    pidFile: join(runDirectory, `ovn${kind.short}_db.pid`),
    logFile: logDirectory && join(logDirectory, `${name}.log`),
    args: () => {
      writeFileSync(configPath, JSON.stringify(serverConfig(kind, settings, databasePath)));
      return [`--config-file=${configPath}`, ...tlsArguments(settings), '-vconsole:info', '-vsyslog:off', '-vfile:off'];
    },
  });
}

/** The daemons look at the files again and again: a renewed identity needs no restart. */
export function tlsArguments({ tls, tlsArguments: more }: Pick<CentralSettings, 'tls' | 'tlsArguments'>): string[] {
  if (!tls) return [];
  const { key, cert, ca } = tls.paths;
  return [`--private-key=${key}`, `--certificate=${cert}`, `--ca-cert=${ca}`, ...more];
}
