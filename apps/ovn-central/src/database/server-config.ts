// The configuration file of ovsdb-server: which file it serves and where it listens. Not in the database, since members of
// a cluster share the database and not their addresses.

import { join } from 'node:path';
import { bracketed, type CentralSettings, isClustered } from '../settings.ts';
import type { DatabaseKind } from './kind.ts';

export function serverConfig(kind: DatabaseKind, settings: CentralSettings, databasePath: string): object {
  const { listen, ports, tls, runDirectory, clientProbeMs } = settings;
  const port = ports[kind.short];
  const probe = { 'inactivity-probe': clientProbeMs };
  const network = listen.map((host) => [`${tls ? 'pssl' : 'ptcp'}:${port}:${bracketed(host)}`, probe]);
  return {
    remotes: Object.fromEntries([[`punix:${join(runDirectory, kind.socket)}`, {}], ...network]),
    databases: { [databasePath]: { 'service-model': isClustered(settings) ? 'clustered' : 'standalone' } },
  };
}
